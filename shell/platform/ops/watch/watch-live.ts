import type { ReleaseTelemetry } from '@isa/api-contract';
import type { HistoryEntry } from '../../formats/history';
import type { Registry } from '../../formats/registry';
import { appsOf } from '../../store/registry-status';
import { compareCanary, type Comparisons, NO_COMPARISONS } from './compare-canary';
import { oneSidedPValue } from './fishers-exact-test';
import { type ReadTelemetry, sampleOf } from './release-telemetry';

const MINUTE_MS = 60_000;
const PERIOD_MINUTES = 60;
/** The longest period that the API reports. The hour before the promotion is a part of it. */
const REPORTED_MINUTES = 24 * 60;
/** How many views the predecessor needs. Without any, nothing is known about it. */
const PREDECESSOR_VIEWS = 20;
/** The p-value below which the other apps fail more often than before. */
const OTHERS_WORSE = 0.01;

interface LiveRelease {
  readonly app: string;
  readonly version: string;
  readonly previous: string;
  /** The minutes since it became live. */
  readonly minutes: number;
}

/**
 * Rolls back a live release that fails significantly more often than its predecessor did in the hour before it,
 * on its first day (decision 0410). Both had their visitors at different times, so nothing is rolled back while the other
 * apps fail more often than before, too: then the cause is the API or the network.
 */
export function createLiveWatch(
  releases: { rollBack(app: string, version: string, why: string): Promise<void> },
  telemetry: ReadTelemetry,
  log: (line: string) => void,
) {
  const lastComparisons = new Map<string, { readonly period: string; readonly comparisons: Comparisons }>();
  const spared = new Set<string>();

  async function check({ app, version, previous, minutes }: LiveRelease, registry: Registry): Promise<void> {
    const current = await telemetry((minutes % PERIOD_MINUTES) + 1);
    const own = sampleOf(current, { name: app, version, slot: 'live' });
    if (own.failed.hits === 0) return;
    const whole = await telemetry(minutes + 1 + PERIOD_MINUTES);
    const predecessor = sampleOf(whole, { name: app, version: previous, slot: 'live' });
    if (predecessor.failed.of < PREDECESSOR_VIEWS) return;
    const number = 1 + Math.floor(minutes / PERIOD_MINUTES);
    const period = `${version} ${number}`;
    const last = lastComparisons.get(app);
    // Pages may be slower at another time of the day, so only failures are compared.
    const onlyFailures = { slow: { hits: 0, of: 0 } };
    const { reason, comparisons } = compareCanary(
      { ...own, ...onlyFailures },
      { ...predecessor, ...onlyFailures },
      last?.period === period ? last.comparisons : NO_COMPARISONS,
      number,
    );
    if (!reason) return void lastComparisons.set(app, { period, comparisons });
    const isOther = ({ remote, version: other, slot }: ReleaseTelemetry) =>
      slot === 'live' &&
      remote !== app &&
      appsOf(registry).some((one) => one.app === remote && one.live === other);
    const before = withoutLater(whole, await telemetry(minutes + 1)).filter(isOther);
    const others = sampleOf(current.filter(isOther), { slot: 'live' });
    if (oneSidedPValue(others.failed, sampleOf(before, { slot: 'live' }).failed) < OTHERS_WORSE) {
      const release = `${app}@${version}`;
      if (!spared.has(release)) log(`${release} is not rolled back, because other apps fail, too: ${reason}`);
      return void spared.add(release);
    }
    await releases.rollBack(app, version, reason);
    log(`${app}@${version} was rolled back to ${previous}: ${reason}`);
  }

  return {
    /** @param history newest first. @param attempt keeps a failed check from stopping the others. */
    async check(
      registry: Registry,
      history: readonly HistoryEntry[],
      attempt: (task: () => Promise<void>) => Promise<void>,
    ): Promise<void> {
      for (const { app, live: version, previous } of appsOf(registry)) {
        const since = version === undefined ? undefined : promotedAt(history, app, version);
        if (!version || !previous || !since) continue;
        const minutes = Math.floor(Date.now() / MINUTE_MS) - Math.floor(since.getTime() / MINUTE_MS);
        if (minutes < 0 || minutes + 1 + PERIOD_MINUTES > REPORTED_MINUTES) continue;
        await attempt(() => check({ app, version, previous, minutes }, registry));
      }
    },
  };
}

/** @returns when a promotion made the version live; `undefined` when a roll-back did, or a change before those of the history. */
function promotedAt(history: readonly HistoryEntry[], app: string, version: string): Date | undefined {
  for (const { at, changes } of history) {
    const change = changes.find(
      ({ what, ...one }) =>
        one.app === app && (what === 'promote' || what === 'rollback') && one.instead !== one.version,
    );
    if (change) return change.what === 'promote' && change.version === version ? new Date(at) : undefined;
  }
  return undefined;
}

/** The counts of a period without those of its end. */
function withoutLater(
  whole: readonly ReleaseTelemetry[],
  later: readonly ReleaseTelemetry[],
): readonly ReleaseTelemetry[] {
  return whole.map((count) => {
    const end = later.find(
      ({ remote, version, slot }) =>
        remote === count.remote && version === count.version && slot === count.slot,
    );
    if (!end) return count;
    return {
      ...count,
      views: count.views - end.views,
      failedViews: count.failedViews - end.failedViews,
    };
  });
}
