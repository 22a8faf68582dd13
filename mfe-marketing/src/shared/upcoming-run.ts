import {
  type CourseCard,
  type CourseRun,
  endOfLondonDay,
  londonDay,
  startOfLondonDay,
} from '@isa/api-contract';

/** A run of a course from the first to the last day, both included. */
export interface UpcomingRun extends CourseRun {
  readonly title: string;
  readonly slug: string;
  /** By the day in London. A run is under way from its first day on, and can then no longer be booked. */
  readonly status: 'upcoming' | 'under-way' | 'past';
}

/** The next run that has not begun, else the one under way, else the last one; `undefined` without any. */
export function upcomingRun(courses: readonly CourseCard[], now: Date): UpcomingRun | undefined {
  const today = londonDay(now);
  const statusOf = ({ from, to }: CourseRun) =>
    from > today ? 'upcoming' : to >= today ? 'under-way' : 'past';
  const runs = courses
    .flatMap(({ name: title, slug, runs }) =>
      runs.map((run): UpcomingRun => ({ ...run, title, slug, status: statusOf(run) })),
    )
    .sort((a, b) => a.from.localeCompare(b.from));
  return (
    runs.find(({ status }) => status === 'upcoming') ??
    runs.findLast(({ status }) => status === 'under-way') ??
    runs.at(-1)
  );
}

/** Until when a page that names this run is right. */
export function validUntil(run: UpcomingRun | undefined): string | undefined {
  if (run?.status === 'upcoming') return startOfLondonDay(run.from);
  return run?.status === 'under-way' ? endOfLondonDay(run.to) : undefined;
}

/** Writes a date as the specification does: `20.02.2023` for `2023-02-20`. */
export function dottedDate(isoDate: string): string {
  return isoDate.split('-').reverse().join('.');
}

/** Keeps a date such as `20 February 2023` on one line. */
export function unbroken(date: string): string {
  return date.replaceAll(' ', '\u00A0');
}
