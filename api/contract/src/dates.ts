const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const HOUR = 3_600_000;

/**
 * @returns the day in London, whatever the reader's time zone: `21 November 2026` for `2026-11-21T08:00:00Z`. No line
 * ends between its day and its month.
 * It does not use `Intl.DateTimeFormat`, whose language data takes a browser 16 ms to load, on a phone several
 * times as long.
 */
export function longDate(timestamp: string | Date): string {
  const london = inLondon(new Date(timestamp));
  return `${london.getUTCDate()}\u00a0${MONTHS[london.getUTCMonth()]} ${london.getUTCFullYear()}`;
}

/** @returns the day in London: `2026-11-21` for `2026-11-21T08:00:00Z`. */
export function londonDay(date: Date): string {
  return inLondon(date).toISOString().slice(0, 10);
}

/** @returns the midnight in London that begins a day, as an ISO 8601 time: `2026-06-30T23:00:00.000Z` for `2026-07-01`. */
export function startOfLondonDay(day: string): string {
  return londonMidnight(Date.parse(day));
}

/** @returns the midnight in London that ends a day, as an ISO 8601 time: `2026-07-01T23:00:00.000Z` for `2026-07-01`. */
export function endOfLondonDay(day: string): string {
  return londonMidnight(Date.parse(day) + 24 * HOUR);
}

/** @param midnight the one in UTC */
function londonMidnight(midnight: number): string {
  return new Date(isSummer(midnight - HOUR) ? midnight - HOUR : midnight).toISOString();
}

/** @returns a date whose parts in UTC are those in London. */
function inLondon(date: Date): Date {
  return new Date(date.getTime() + (isSummer(date.getTime()) ? HOUR : 0));
}

function isSummer(time: number): boolean {
  const year = new Date(time).getUTCFullYear();
  return time >= lastSunday(year, 2) && time < lastSunday(year, 9);
}

/** @returns the month and its year: `March 2027` for `2027-03`. */
export function longMonth(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return `${MONTHS[(number ?? 1) - 1]} ${year}`;
}

/**
 * When British Summer Time begins (March) and ends (October): on the month's last Sunday at 1:00 UTC, since 1996.
 * Source: Summer Time Act 1972, section 1. Milliseconds since the epoch.
 */
function lastSunday(year: number, month: 2 | 9): number {
  const lastDay = new Date(Date.UTC(year, month, 31));
  return lastDay.getTime() - lastDay.getUTCDay() * 24 * HOUR + HOUR;
}
