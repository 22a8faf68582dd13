import { createRounds } from './rounds';
import { createUnrenderableWatcher, type UnrenderableOptions } from './unrenderable';
import { createWatcher, type WatchedReleases, type WatcherOptions } from './watcher';

const RENEWAL_INTERVAL_MS = 60 * 60 * 1_000;

interface WatchOptions extends WatcherOptions, UnrenderableOptions {
  readonly releases: WatchedReleases;
}

/** Watches releases and requests of teams. @returns stops after the current checks. */
export function watchReleases(options: WatchOptions): () => Promise<void> {
  const runRound = createRounds((problem) => options.log(`The registry is not renewed: ${problem}`));
  const renewal = { check: async () => void (await runRound(() => options.releases.renew())) };
  const stops = [
    ...[createWatcher(options), createUnrenderableWatcher(options), createWithdrawals(options)].map((one) =>
      startWatching(one),
    ),
    startWatching(renewal, RENEWAL_INTERVAL_MS),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** Carries out the requests of teams to withdraw their own releases. */
function createWithdrawals({ releases, log }: Pick<WatchOptions, 'releases' | 'log'>) {
  const runRound = createRounds((problem) => log(`A withdrawal is not carried out: ${problem}`));
  return {
    async check(): Promise<void> {
      await runRound(async (attempt) => {
        for (const app of ['shell', ...(await releases.registry()).remotes.map(({ name }) => name)]) {
          await attempt(async () => {
            const done = await releases.withdraw(app);
            if (done !== undefined) log(done);
          });
        }
      });
    },
  };
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
