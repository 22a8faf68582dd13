const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2024-03-01T08:00:00Z` → `1 March 2024`: the UTC day, so that server and visitor write the same. */
export function longDate(timestamp: string): string {
  return format.format(new Date(timestamp));
}
