import { readVerifiedRegistry } from '../store/registry-history';
import { type ComposeOptions, composeSite, describeComposition } from './compose-site';
import { recordComposition, recordFailedComposition } from './composition-metrics';

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
