import { createUnrenderableWatcher, type UnrenderableOptions } from './unrenderable';
import { createWatcher, type WatcherOptions } from './watcher';

/** Watches canaries and releases that cannot be rendered. @returns stops after the current checks. */
export function watchReleases(options: WatcherOptions & UnrenderableOptions): () => Promise<void> {
  const stops = [createWatcher(options), createUnrenderableWatcher(options)].map((one) => startWatching(one));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

const CHECK_INTERVAL_MS = 5_000;

/** Checks periodically, one check at a time. @returns stops it after the current check. */
export function startWatching(
  watcher: { check(): Promise<void> },
  intervalMs = CHECK_INTERVAL_MS,
): () => Promise<void> {
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
