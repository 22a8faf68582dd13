import { matchPath } from 'react-router-dom';
import { type PageRegistry, pageRelease, type RemoteRelease } from './registry';

/** Where a visitor stands for one candidate of one remote: from 0 up to, and never quite, 100. */
export type Bucket = (remote: string, version: string) => number;

/**
 * The buckets of a visitor. Each candidate draws anew, so that it is not always the same people who try things out;
 * one candidate's draw never changes, so that a higher percentage keeps everybody who is in.
 * @param visitor any text that stays the same for a visitor.
 */
export function bucketsOf(visitor: string): Bucket {
  return (remote, version) => (hash(`${visitor} ${remote}@${version}`) / 2 ** 32) * 100;
}

/** For visitors who cannot be recognised: they would fall in and out of a canary with every page. */
export const NEVER_CANARY: Bucket = () => Number.POSITIVE_INFINITY;

/** FNV-1a, and MurmurHash3's last step, without which similar texts have similar hashes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** The releases of a remote in the order in which this visitor should get them; none for an unknown remote. */
export function releasesInOrder(page: PageRegistry, name: string, bucket: Bucket): readonly RemoteRelease[] {
  const remote = page.registry.remotes.find((candidate) => candidate.name === name);
  if (!remote) return [];
  const { live, previous, canary } = remote;
  const tries =
    canary && (canary.percent >= 100 || bucket(name, canary.release.version) < canary.percent)
      ? canary.release
      : undefined;
  return (
    [
      ['canary', tries],
      ['live', live],
      ['previous', previous],
    ] as const
  ).flatMap(([slot, release]) => (release ? [pageRelease(page, name, slot, release)] : []));
}

/**
 * The release of every remote that this visitor gets.
 * @param isBad what has shown in this tab that it does not work; passed over where there is something else.
 */
export function chooseReleases(
  page: PageRegistry,
  bucket: Bucket,
  isBad: (release: RemoteRelease) => boolean = () => false,
): readonly RemoteRelease[] {
  return page.registry.remotes.flatMap(({ name }) => {
    const inOrder = releasesInOrder(page, name, bucket);
    const release = inOrder.find((candidate) => !isBad(candidate)) ?? inOrder[0];
    return release ? [release] : [];
  });
}

/** Whether a release has a page at this address. */
export function answers({ routes }: Pick<RemoteRelease, 'routes'>, pathname: string): boolean {
  return routes.some(({ path }) => matchPath({ path, end: true }, pathname) !== null);
}
