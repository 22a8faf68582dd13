import type { Lesson } from './schemas/catalogue';

/** False for a lesson in production, which has no imported recording. */
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
  const others =
    recorded === 0
      ? 'All are in production: each opens'
      : missing === 1
        ? 'The other one is in production: it opens'
        : `The other ${missing} are in production: each opens`;
  return `${recorded} of ${count} lessons can be watched today. ${others} for you as soon as it is recorded, at no extra charge.`;
}
