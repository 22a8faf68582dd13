import { createRounds } from './rounds';
import { createWatcher, type WatchedReleases, type WatcherOptions } from './watcher';

const RENEWAL_INTERVAL_MS = 60 * 60 * 1_000;

interface WatchOptions extends WatcherOptions {
  readonly releases: WatchedReleases;
}

/** Watches canaries and live releases, and renews the registry. @returns stops after the current checks. */
export function watchReleases(options: WatchOptions): () => Promise<void> {
  const runRound = createRounds((problem) => options.log(`The registry is not renewed: ${problem}`));
  const renewal = { check: async () => void (await runRound(() => options.releases.renew())) };
  const stops = [startWatching(createWatcher(options)), startWatching(renewal, RENEWAL_INTERVAL_MS)];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

const CHECK_INTERVAL_MS = 5_000;

/** Checks periodically, one check at a time. @returns a function that stops it after the current check. */
export function startWatching(watcher: { check(): Promise<void> }, intervalMs = CHECK_INTERVAL_MS) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async () => {
    await watcher.check();
    if (!stopped) timer = setTimeout(() => void (running = run()), intervalMs);
  };
  let running = run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
