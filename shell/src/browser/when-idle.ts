/** Runs in the next idle period, at the latest after two seconds; at once where the browser has no idle callbacks. */
export function whenIdle(page: Window, run: () => void): void {
  const { requestIdleCallback }: Partial<Window> = page;
  if (requestIdleCallback) requestIdleCallback.call(page, run, { timeout: 2_000 });
  else page.setTimeout(run);
}
