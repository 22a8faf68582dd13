const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });

/** `2026-11-21T08:00:00Z` → `21 November 2026`: the day in London, whatever the reader's time zone. */
export function longDate(timestamp: string | Date): string {
  return format.format(new Date(timestamp));
}
