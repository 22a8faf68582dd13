import { isPublicFile, type Release } from '../../formats/release';
import type { Sizes } from './budgets';

export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The scripts that an app starts with, besides its entry. */
const INITIAL = /^(?:bootstrap|remote|libraries)\.[^/]*\.js$/;

type Built = Pick<Release, 'entry' | 'files'>;

export function sizesOf(release: Built): Sizes {
  const sum = (kind: keyof Sizes) => scriptsOf(release, kind).reduce((total, [, bytes]) => total + bytes, 0);
  return { start: sum('start'), all: sum('all') };
}

/** Which script has grown most since another release, in one sentence; without one, which script is the largest. */
export function describeGrowth(release: Built, before: Built | undefined, kind: keyof Sizes): string {
  const earlier = new Map(before && scriptsOf(before, kind));
  const grown = scriptsOf(release, kind).map(([name, bytes]) => {
    const was = earlier.get(name) ?? 0;
    return { name, bytes, was, growth: bytes - was };
  });
  const [most] = grown.sort((a, b) => b.growth - a.growth);
  if (!most) return 'It has no scripts.';
  const { name, bytes, was } = most;
  if (!before) return `The largest script is ${name} with ${kilobytes(bytes)}.`;
  return was > 0
    ? `${name} has grown most, from ${kilobytes(was)} to ${kilobytes(bytes)}.`
    : `${name} is new, with ${kilobytes(bytes)}.`;
}

/** The brotli bytes of each script by its name without the hash of its content, which differs in each release. */
function scriptsOf({ entry, files }: Built, kind: keyof Sizes): [string, number][] {
  return Object.entries(files)
    .filter(([name]) => name.endsWith('.js') && isPublicFile(name))
    .filter(([name]) => kind === 'all' || name === entry || INITIAL.test(name))
    .map(([name, { brotliBytes }]) => [name.replace(/\.[\da-f]{8,}(?=\.js$)/, ''), brotliBytes]);
}
