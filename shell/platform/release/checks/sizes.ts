import { isPublicFile, type Release } from '../../formats/release';
import type { Sizes } from './budgets';

export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The scripts that an app starts with, besides its entry. */
const INITIAL = /^(?:bootstrap|remote|libraries)\.[^/]*\.js$/;

export function sizesOf({ entry, files }: Pick<Release, 'entry' | 'files'>): Sizes {
  const scripts = Object.entries(files).filter(([name]) => name.endsWith('.js') && isPublicFile(name));
  const sum = (chosen: typeof scripts) =>
    chosen.reduce((total, [, { brotliBytes }]) => total + brotliBytes, 0);
  return { start: sum(scripts.filter(([name]) => name === entry || INITIAL.test(name))), all: sum(scripts) };
}
