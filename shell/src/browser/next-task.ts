/** Lets the browser answer or paint. `scheduler.yield` continues before tasks that others have queued. */
export function nextTask(): Promise<void> {
  return 'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
}
