import { Gauge } from 'prom-client';
import type { Registry } from '../../formats/registry';
import type { ReadServedReleases } from '../../store/served-releases';

interface Sources {
  readonly registry: () => Promise<Registry>;
  readonly readServed: ReadServedReleases;
}

/**
 * Reads the registry, and what visitors get, at each scrape. A value that cannot be read is missing.
 * @param sources must answer within the scrape's time limit.
 */
export function observeRegistry({ registry, readServed }: Sources): void {
  const wanted: Gauge = new Gauge({
    name: 'isa_registry_revision',
    help: 'The revision of the registry in the store',
    async collect() {
      wanted.remove();
      canaries.reset();
      const current = await registry().catch(() => undefined);
      if (!current) return;
      wanted.set(current.revision);
      for (const { name, canary } of current.remotes) {
        if (canary) canaries.set({ remote: name, version: canary.release.version }, canary.percent);
      }
    },
  });
  const canaries = new Gauge({
    name: 'isa_canary_percent',
    help: 'Share of the visitors who get the canary of a remote',
    labelNames: ['remote', 'version'],
  });
  const served: Gauge = new Gauge({
    name: 'isa_served_revision',
    help: 'The revision of the registry that visitors get',
    async collect() {
      served.remove();
      const revision = (await readServed())?.revision;
      if (revision !== undefined) served.set(revision);
    },
  });
}
