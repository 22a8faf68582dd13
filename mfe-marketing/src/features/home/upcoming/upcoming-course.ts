/** A run of a course from the first to the last day, both included (specification §9). */
export interface UpcomingCourse {
  readonly title: string;
  readonly slug: string;
  /** ISO 8601 date. */
  readonly from: string;
  /** ISO 8601 date. */
  readonly to: string;
}

export const upcomingCourse: UpcomingCourse = {
  title: 'Surveillance: Deepening Course for Professionals',
  slug: 'isa-surveillance-course-6',
  from: '2023-02-20',
  to: '2023-03-20',
};

/** Whether a run is over: from midnight UTC after its last day. */
export function isPast({ to }: Pick<UpcomingCourse, 'to'>, now: Date): boolean {
  return now.toISOString().slice(0, 10) > to;
}

/** The specification's notation: `20.02.2023` for `2023-02-20`. */
export function dottedDate(isoDate: string): string {
  return isoDate.split('-').reverse().join('.');
}
