import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ENCODINGS } from './storage/headers';

/**
 * Whether a file of the store, and each compressed copy that could be sent in its place, lies in the store. Releases
 * hold no links; whoever may write there could leave one that leads to this machine's keys.
 * @param pathname decoded, with a slash in front.
 */
export async function liesInStore(store: string, pathname: string): Promise<boolean> {
  const within = await realpath(store).catch(() => undefined);
  if (within === undefined) return false;
  const names = ['', ...Object.keys(ENCODINGS)].map((ending) => path.join(store, pathname + ending));
  const places = await Promise.all(names.map((name) => realpath(name).catch(() => undefined)));
  return places.every((place) => place === undefined || place.startsWith(within + path.sep));
}
