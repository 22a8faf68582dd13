import { readVerifiedRegistry } from '../store/registry-log';
import { composeSite, type ComposeOptions, inWords } from './compose-site';

/** How often the registry is looked at, in milliseconds: a promotion is on the site within seconds. */
const REGISTRY_EVERY = 2_000;
/** How often the API is asked whether its catalogue has changed, in milliseconds. */
const CATALOGUE_EVERY = 60_000;

export interface KeepOptions extends ComposeOptions {
  readonly tell: (line: string) => void;
}

/**
 * Composes the site again whenever the registry moves, and within a minute of a change in the catalogue. What cannot
 * be composed is said once and tried again; what is served stays.
 * @returns the way to end it.
 */
export function keepComposed({ tell, ...options }: KeepOptions): () => void {
  let revision: number | undefined;
  let lookAtCatalogue = Date.now() + CATALOGUE_EVERY;
  let said = '';
  let ended = false;
  let timer: NodeJS.Timeout;

  async function look(): Promise<void> {
    const now = (await readVerifiedRegistry(options.storage, options.keys)).registry.revision;
    if (now === revision && Date.now() < lookAtCatalogue) return;
    const composed = await composeSite(options);
    revision = composed.revision;
    lookAtCatalogue = Date.now() + CATALOGUE_EVERY;
    if (composed.changed) tell(`Composed: ${inWords(composed)}`);
    said = '';
  }

  function next(): void {
    if (ended) return;
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => {
          const sentence = error instanceof Error ? error.message : String(error);
          if (sentence !== said) tell(`The site could not be composed; what was there stays. ${sentence}`);
          said = sentence;
        })
        .finally(next);
    }, REGISTRY_EVERY);
    timer.unref();
  }

  next();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
