import type { Lesson } from '../../src/features/catalogue/schema';

/** False for a lesson that is being filmed, which has no imported recording. */
export function isRecorded({ courseVideoSrc }: Pick<Lesson, 'courseVideoSrc'>): boolean {
  return courseVideoSrc !== '';
}

/**
 * What premium access opens today, for the list, a lesson, the cart, the checkout and the confirmation mail.
 * @param recorded the number of lessons with a recording
 * @param count the number of all lessons
 */
export function watchableToday(recorded: number, count: number): string {
  if (recorded >= count) return `All ${count} lessons can be watched today.`;
  const missing = count - recorded;
  if (recorded === 0) return 'Pre-order: we are filming now. Full refund until lesson 1 opens.';
  const others =
    missing === 1
      ? 'The other one is being filmed: it opens'
      : `The other ${missing} are being filmed: each opens`;
  return `${recorded} of ${count} lessons can be watched today. ${others} for you as soon as it is recorded, at no extra charge.`;
}
