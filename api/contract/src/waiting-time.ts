/** When to try again, such as `in 40 seconds` or `in 5 minutes`. @param seconds as a response's Retry-After says. */
export function waitingTime(seconds: number | undefined): string {
  if (seconds === undefined || seconds < 1) return 'in a moment';
  if (seconds >= 90) return `in ${Math.ceil(seconds / 60)} minutes`;
  return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
