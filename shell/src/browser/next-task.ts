/**
 * Resolves in a later task, so that the browser can answer an event or paint in between. `scheduler.yield` continues
 * before tasks that others have queued (Prioritized Task Scheduling).
 */
export function nextTask(): Promise<void> {
  return 'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
}
