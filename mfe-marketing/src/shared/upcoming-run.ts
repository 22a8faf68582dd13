import { type CourseCard, type CourseRun, endOfLondonDay } from '@isa/api-contract';

/** A run of a course from the first to the last day, both included. */
export interface UpcomingRun extends CourseRun {
  readonly title: string;
  readonly slug: string;
  /** Whether the run is over: from midnight in London after its last day. */
  readonly past: boolean;
}

/** The run that begins next or is under way; the last one once all are over; `undefined` without any. */
export function upcomingRun(courses: readonly CourseCard[], now: Date): UpcomingRun | undefined {
  const hasEnded = ({ to }: CourseRun) => endOfLondonDay(to) <= now.toISOString();
  const runs = courses
    .flatMap(({ name: title, slug, runs }) =>
      runs.map((run) => ({ ...run, title, slug, past: hasEnded(run) })),
    )
    .sort((a, b) => a.from.localeCompare(b.from));
  return runs.find(({ past }) => !past) ?? runs.at(-1);
}

/** Until when a page that names this run is right. */
export function validUntil(run: (CourseRun & Partial<UpcomingRun>) | undefined): string | undefined {
  return run && !run.past ? endOfLondonDay(run.to) : undefined;
}

/** Writes a date as the specification does: `20.02.2023` for `2023-02-20`. */
export function dottedDate(isoDate: string): string {
  return isoDate.split('-').reverse().join('.');
}

/** Keeps a date such as `20 February 2023` on one line. */
export function unbroken(date: string): string {
  return date.replaceAll(' ', '\u00A0');
}
