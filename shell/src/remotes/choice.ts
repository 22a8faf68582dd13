import { matchPath } from 'react-router-dom';
import {
  type CompleteRegistry,
  isRelease,
  type PageRegistry,
  pageRelease,
  type RemoteOutline,
  type RemoteRelease,
} from '../../formats/registry';

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

/** A remote's releases in the order in which this visitor should get them; of some only outlines may be known. */
function inOrder(page: PageRegistry, name: string, bucket: Bucket): readonly RemoteOutline[] {
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
  ).flatMap(([slot, release]): RemoteOutline[] => {
    if (!release) return [];
    if ('entry' in release) return [pageRelease(page, name, slot, release)];
    return [{ name, routes: release.routes, menu: release.menu }];
  });
}

/**
 * The releases of a remote in the order in which this visitor should get them; none for an unknown remote, or one of
 * which the page has only outlines.
 */
export function releasesInOrder(page: PageRegistry, name: string, bucket: Bucket): readonly RemoteRelease[] {
  return inOrder(page, name, bucket).filter(isRelease);
}

/**
 * The release of every remote that this visitor gets, or its outlines where the page has no more.
 * @param isBad what has shown in this tab that it does not work; passed over where there is something else.
 */
export function chooseReleases(
  page: CompleteRegistry,
  bucket: Bucket,
  isBad?: (release: RemoteRelease) => boolean,
): readonly RemoteRelease[];
export function chooseReleases(
  page: PageRegistry,
  bucket: Bucket,
  isBad?: (release: RemoteRelease) => boolean,
): readonly RemoteOutline[];
export function chooseReleases(
  page: PageRegistry,
  bucket: Bucket,
  isBad: (release: RemoteRelease) => boolean = () => false,
): readonly RemoteOutline[] {
  return page.registry.remotes.flatMap(({ name }) => {
    const candidates = inOrder(page, name, bucket);
    const chosen = candidates.find((candidate) => !(isRelease(candidate) && isBad(candidate)));
    return chosen ?? candidates[0] ?? [];
  });
}

/** Whether a remote has a page at this address. */
export function answers({ routes }: Pick<RemoteOutline, 'routes'>, pathname: string): boolean {
  return routes.some(({ path }) => matchPath({ path, end: true }, pathname) !== null);
}
