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
 * `2026-11-21T08:00:00Z` → `21 November 2026`: the day in London, whatever the reader's time zone. Without
 * `Intl.DateTimeFormat`, whose language data takes a browser 16 ms to load, on a phone several times as long.
 */
export function longDate(timestamp: string | Date): string {
  const date = new Date(timestamp);
  const summer = [lastSunday(date, 2), lastSunday(date, 9)] as const;
  const isSummer = date.getTime() >= summer[0] && date.getTime() < summer[1];
  const london = new Date(date.getTime() + (isSummer ? HOUR : 0));
  return `${london.getUTCDate()} ${MONTHS[london.getUTCMonth()]} ${london.getUTCFullYear()}`;
}

/** `2027-03` → `March 2027`. */
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
