import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ENCODINGS } from './storage/headers';

/**
 * Whether a file and its compressed copies are inside the store after following links: an attacker could add
 * a link that leads to private keys.
 * @param pathname decoded, with a leading slash.
 */
export async function isInsideStore(store: string, pathname: string): Promise<boolean> {
  const realPath = (file: string) => realpath(file).catch(() => undefined);
  const inside = await realPath(store);
  if (inside === undefined) return false;
  const names = ['', ...Object.keys(ENCODINGS)].map((extension) => path.join(store, pathname + extension));
  const targets = await Promise.all(names.map(realPath));
  return targets.every((target) => target === undefined || target.startsWith(inside + path.sep));
}
