import { Counter, Gauge, Histogram } from 'prom-client';
import { readVerifiedRegistry } from '../store/registry-history';
import { type ComposeOptions, type ComposeResult, composeSite, describeComposition } from './compose-site';

const compositions = new Counter({
  name: 'isa_compositions_total',
  help: 'Compositions of the site, by result',
  labelNames: ['result'],
});
const durations = new Histogram({
  name: 'isa_composition_duration_seconds',
  help: 'Time of compositions that changed the site',
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
});
const checkedAt = new Gauge({
  name: 'isa_composition_checked_timestamp_seconds',
  help: 'When the site was last found equal to the registry and the catalogue, or made so',
});
const revision = new Gauge({
  name: 'isa_composition_revision',
  help: 'The revision of the registry that the current composition shows',
});
const pages = new Gauge({ name: 'isa_composition_pages', help: 'Pages of the current composition' });
const heldBack = new Gauge({
  name: 'isa_composition_held_back',
  help: 'Live releases that cannot be rendered, and are replaced by earlier ones',
});

export function recordComposition(result: ComposeResult): void {
  compositions.inc({ result: result.changed ? 'changed' : 'unchanged' });
  if (result.changed) durations.observe(result.milliseconds / 1000);
  checkedAt.setToCurrentTime();
  revision.set(result.revision);
  pages.set(result.pages);
  heldBack.set(result.heldBack.length);
}

function recordFailedComposition(): void {
  compositions.inc({ result: 'failed' });
}

/** Interval between checks of the registry, in milliseconds: a promotion is on the site within seconds. */
const REGISTRY_INTERVAL_MS = 2_000;
/** Interval between checks of the API's catalogue, in milliseconds. */
const CATALOGUE_INTERVAL_MS = 60_000;

export interface RecomposeOptions extends ComposeOptions {
  readonly log: (line: string) => void;
}

/**
 * Composes the site again whenever the registry changes, and within a minute of a change in the catalogue. A failure is
 * reported once and retried; the current site stays.
 * @returns a function that ends it.
 */
export function startRecomposing({ log, ...options }: RecomposeOptions): () => void {
  let revision: number | undefined;
  let nextCatalogueCheck = Date.now() + CATALOGUE_INTERVAL_MS;
  let reported = '';
  let ended = false;
  let timer: NodeJS.Timeout;

  async function check(): Promise<void> {
    const { registry } = await readVerifiedRegistry(options.storage, options.keys);
    if (registry.revision === revision && Date.now() < nextCatalogueCheck) return;
    const result = await composeSite(options);
    revision = result.revision;
    recordComposition(result);
    nextCatalogueCheck = Date.now() + CATALOGUE_INTERVAL_MS;
    if (result.changed) log(`Composed: ${describeComposition(result)}`);
    reported = '';
  }

  function report(error: unknown): void {
    recordFailedComposition();
    const message = error instanceof Error ? error.message : String(error);
    if (message !== reported) {
      log(`The site could not be composed again; the current pages are still served. ${message}`);
    }
    reported = message;
  }

  function schedule(): void {
    if (ended) return;
    timer = setTimeout(() => void check().catch(report).finally(schedule), REGISTRY_INTERVAL_MS);
  }

  schedule();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
