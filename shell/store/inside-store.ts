import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ENCODINGS } from './storage/headers';

/**
 * Whether a file, and each compressed copy that could be sent instead, is inside the store after following links.
 * Releases contain no links, but an attacker who may write there could add one that leads to private keys.
 * @param pathname decoded, with a leading slash.
 */
export async function isInsideStore(store: string, pathname: string): Promise<boolean> {
  const inside = await realPath(store);
  if (inside === undefined) return false;
  const names = ['', ...Object.keys(ENCODINGS)].map((extension) => path.join(store, pathname + extension));
  const targets = await Promise.all(names.map(realPath));
  return targets.every((target) => target === undefined || target.startsWith(inside + path.sep));
}

function realPath(file: string): Promise<string | undefined> {
  return realpath(file).catch(() => undefined);
}
