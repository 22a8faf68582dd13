import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, register as globalRegister } from 'prom-client';
import type { Registry } from '../../formats/registry';
import type { ReadServedRevision } from '../../store/served-revision';
import { appsOf } from '../../store/registry-status';
import { type ReadTelemetry, sampleOf } from './release-telemetry';

interface Sources {
  readonly registry: () => Promise<Registry>;
  readonly readServed: ReadServedRevision;
  /** Until when the operators' confirmation of the registry is valid; `undefined` without one. */
  readonly validUntil: () => Promise<Date | undefined>;
  /** When the watcher has last taken a release from visitors; `undefined` when it has not. */
  readonly lastWithdrawal: () => Promise<Date | undefined>;
  readonly telemetry: ReadTelemetry;
  /** When the certificate of each of the site's origins ends. */
  readonly certificates: () => Promise<ReadonlyMap<string, Date>>;
  /** Milliseconds after which a scrape answers without a value: a site that hangs must not look like a dead watcher. */
  readonly deadlineMs?: number;
}

/** The minutes in which views count, and how many of them say something about a release. */
const FAILURES_MINUTES = 15;
const FAILURES_VIEWS = 20;

/** Reads the registry, the site and the API at each scrape. @param register contains the metrics; the process's by default. */
export function observeRegistry(sources: Sources, register = globalRegister): void {
  const { registry, readServed, deadlineMs = 1_000 } = sources;
  /** @returns nothing when it failed or took too long: a value such as 0 would mean something else. */
  const inTime = <Value>(reading: Promise<Value>): Promise<{ readonly value: Value } | undefined> =>
    Promise.race([
      reading.then(
        (value) => ({ value }),
        () => undefined,
      ),
      pause(deadlineMs, undefined, { ref: false }),
    ]);
  /** @param collect sets the values. Those of the scrape before are gone, so that no stale one remains. */
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    collect: (gauge: Gauge<Label>) => Promise<void>,
  ) =>
    new Gauge<Label>({
      ...{ name, help, labelNames, registers: [register] },
      async collect() {
        if (labelNames.length === 0) this.remove();
        else this.reset();
        await collect(this);
      },
    });

  gauge('isa_registry_revision', 'The revision of the registry in the store', [], async (wanted) => {
    const current = await inTime(registry());
    if (current) wanted.set(current.value.revision);
  });
  // Each gauge reads the registry itself, because all are collected at the same time.
  gauge(
    'isa_canary_percent',
    'Share of the visitors who get the canary of a remote',
    ['remote', 'version'],
    async (canaries) => {
      const current = await inTime(registry());
      for (const { name, canary } of current?.value.remotes ?? []) {
        if (canary) canaries.set({ remote: name, version: canary.release.version }, canary.percent);
      }
    },
  );
  gauge('isa_served_revision', 'The revision of the registry that visitors get', [], async (served) => {
    const revision = (await inTime(readServed()))?.value;
    if (revision !== undefined) served.set(revision);
  });
  gauge(
    'isa_registry_valid_until_seconds',
    'Until when the registry is valid unless it is renewed, in seconds since 1970',
    [],
    async (until) => {
      const found = await inTime(sources.validUntil());
      if (found) until.set(secondsOf(found.value));
    },
  );
  gauge(
    'isa_release_withdrawn_seconds',
    'When the watcher has last aborted or rolled back a release, in seconds since 1970; 0 when it has not',
    [],
    async (withdrawn) => {
      const found = await inTime(sources.lastWithdrawal());
      if (found) withdrawn.set(secondsOf(found.value));
    },
  );
  gauge(
    'isa_release_failed_views_ratio',
    `Share of the views of a live release that failed in browsers in the last ${FAILURES_MINUTES} minutes`,
    ['remote', 'version'],
    async (ratio) => {
      const found = await inTime(Promise.all([registry(), sources.telemetry(FAILURES_MINUTES)]));
      if (!found) return;
      const [current, counts] = found.value;
      for (const { app, live } of appsOf(current)) {
        if (live === undefined) continue;
        const { failed } = sampleOf(counts, { name: app, version: live, slot: 'live' });
        if (failed.of >= FAILURES_VIEWS) ratio.set({ remote: app, version: live }, failed.hits / failed.of);
      }
    },
  );
  gauge(
    'isa_certificate_valid_until_seconds',
    'Until when the certificate of an origin is valid, in seconds since 1970; 0 for one that browsers refuse',
    ['origin'],
    async (certificates) => {
      const found = await inTime(sources.certificates());
      for (const [origin, until] of found?.value ?? []) certificates.set({ origin }, secondsOf(until));
    },
  );
}

function secondsOf(date: Date | undefined): number {
  return date ? date.getTime() / 1_000 : 0;
}
