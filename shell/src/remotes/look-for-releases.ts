/** How often a tab that is looked at asks for the registry, in milliseconds; give or take a fifth. */
const INTERVAL = 5 * 60_000;
/** Never more often than this, whatever happens, in milliseconds. */
const MINIMUM = 60_000;

interface LookOptions {
  /** Asks for the registry. */
  look(): Promise<unknown>;
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly now?: () => number;
  readonly random?: () => number;
}

/**
 * Looks for newer releases every few minutes while the tab is visible, and when somebody comes back to it. Tabs that
 * were opened at once do not ask at once.
 */
export function lookForReleases({
  look,
  page,
  now = () => Date.now(),
  random = Math.random,
}: LookOptions): void {
  let last = now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(tick, INTERVAL * (0.8 + 0.4 * random()));
  }

  function tick(): void {
    wait();
    if (now() - last < MINIMUM) return;
    last = now();
    void look();
  }

  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') tick();
    else clearTimeout(timer);
  });
  if (page.visibilityState === 'visible') wait();
}
