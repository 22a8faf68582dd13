import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, register as globalRegister } from 'prom-client';
import type { Registry } from '../../formats/registry';
import type { ReadServedRevision } from '../../store/served-revision';

interface Sources {
  readonly registry: () => Promise<Registry>;
  readonly readServed: ReadServedRevision;
  /** Milliseconds after which a scrape answers without a value: a site that hangs must not look like a dead watcher. */
  readonly deadlineMs?: number;
}

/** Reads the registry at each scrape. @param register contains the metrics; the process's by default. */
export function observeRegistry(
  { registry, readServed, deadlineMs = 1_000 }: Sources,
  register = globalRegister,
): void {
  const inTime = <Value>(reading: Promise<Value>) =>
    Promise.race([reading.catch(() => undefined), pause(deadlineMs, undefined, { ref: false })]);
  const wanted: Gauge = new Gauge({
    name: 'isa_registry_revision',
    registers: [register],
    help: 'The revision of the registry in the store',
    async collect() {
      wanted.remove();
      const current = await inTime(registry());
      if (current) wanted.set(current.revision);
    },
  });
  // Each gauge reads the registry itself, because all are collected at the same time.
  const canaries: Gauge = new Gauge({
    name: 'isa_canary_percent',
    registers: [register],
    help: 'Share of the visitors who get the canary of a remote',
    labelNames: ['remote', 'version'],
    async collect() {
      canaries.reset();
      const current = await inTime(registry());
      for (const { name, canary } of current?.remotes ?? []) {
        if (canary) canaries.set({ remote: name, version: canary.release.version }, canary.percent);
      }
    },
  });
  const served: Gauge = new Gauge({
    name: 'isa_served_revision',
    registers: [register],
    help: 'The revision of the registry that visitors get',
    async collect() {
      served.remove();
      const revision = await inTime(readServed());
      if (revision !== undefined) served.set(revision);
    },
  });
}
