/** It varies by 20 %, so that tabs that were opened together do not poll together. */
const INTERVAL = 5 * 60_000;
/** Shortest time between two polls, in milliseconds. */
const MINIMUM = 60_000;

interface PollOptions {
  refresh(): Promise<unknown>;
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener'>;
}

/** Refreshes the registry every few minutes while the tab is visible, and when it becomes visible again. */
export function pollRegistry({ refresh, page }: PollOptions): void {
  // The device's time can be set back, so it does not say how long ago the last poll was.
  let last = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(poll, INTERVAL * (0.8 + 0.4 * Math.random()));
  }

  function poll(): void {
    schedule();
    if (performance.now() - last < MINIMUM) return;
    last = performance.now();
    void refresh();
  }

  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') poll();
    else clearTimeout(timer);
  });
  if (page.visibilityState === 'visible') schedule();
}
