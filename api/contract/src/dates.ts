let format: Intl.DateTimeFormat | undefined;

/** `2026-11-21T08:00:00Z` → `21 November 2026`: the day in London, whatever the reader's time zone. */
export function longDate(timestamp: string | Date): string {
  // Loading a browser's language data takes 10 ms and more, so a page without dates must not do it.
  format ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });
  return format.format(new Date(timestamp));
}
