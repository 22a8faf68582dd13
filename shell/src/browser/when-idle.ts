/** Runs in the next idle period, at the latest after two seconds; at once where the browser has no idle callbacks. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2_000 });
  else setTimeout(run);
}
