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
 * @returns the day in London, whatever the reader's time zone: `21 November 2026` for `2026-11-21T08:00:00Z`.
 * It does not use `Intl.DateTimeFormat`, whose language data takes a browser 16 ms to load, on a phone several
 * times as long.
 */
export function longDate(timestamp: string | Date): string {
  const date = new Date(timestamp);
  const summer = [lastSunday(date, 2), lastSunday(date, 9)] as const;
  const isSummer = date.getTime() >= summer[0] && date.getTime() < summer[1];
  const london = new Date(date.getTime() + (isSummer ? HOUR : 0));
  return `${london.getUTCDate()} ${MONTHS[london.getUTCMonth()]} ${london.getUTCFullYear()}`;
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
function lastSunday(date: Date, month: 2 | 9): number {
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month, 31));
  return lastDay.getTime() - lastDay.getUTCDay() * 24 * HOUR + HOUR;
}
