import {
  isRemoteRelease,
  type PageRegistry,
  type PageRemote,
  pageRelease,
  type RemoteNavigation,
  type RemoteRelease,
  type Slot,
} from '../../platform/formats/registry';
import type { Bucket } from './canary-buckets';

/**
 * A remote's releases in this visitor's order of preference; its navigation where the page contains no release.
 * @param chosen releases such as `shop@1.5.0`, which replace all others of their remotes while the registry has them.
 */
function candidates(
  page: PageRegistry,
  { name, live, previous, canary }: PageRemote,
  bucket: Bucket,
  chosen: readonly string[] = [],
): readonly RemoteNavigation[] {
  const inSlot = (slot: Slot, release: PageRemote['live'] | undefined): readonly RemoteNavigation[] => {
    if (!release) return [];
    if ('entry' in release) return [pageRelease(page, name, slot, release)];
    return [{ name, routes: release.routes, menu: release.menu }];
  };
  const canaries = inSlot('canary', canary?.release);
  const others = [...inSlot('live', live), ...inSlot('previous', previous)];
  const overrides = [...canaries, ...others]
    .filter(isRemoteRelease)
    .filter(({ version }) => chosen.includes(`${name}@${version}`))
    .map((release): RemoteRelease => ({ ...release, slot: 'override' }));
  if (overrides.length > 0) return overrides;
  const getsCanary = canary && (canary.percent >= 100 || bucketFor(name, canary, bucket) < canary.percent);
  return getsCanary ? [...canaries, ...others] : others;
}

/** The canaries of a set have one bucket, so that a visitor gets all or none of them. */
function bucketFor(
  name: string,
  { set, release }: NonNullable<PageRemote['canary']>,
  bucket: Bucket,
): number {
  return set === undefined ? bucket(name, release.version) : bucket('set', set);
}

/** A remote's releases in this visitor's order of preference; empty when the page contains none of them. */
export function releasesInOrder(page: PageRegistry, name: string, bucket: Bucket): readonly RemoteRelease[] {
  return page.registry.remotes
    .filter((remote) => remote.name === name)
    .flatMap((remote) => candidates(page, remote, bucket))
    .filter(isRemoteRelease);
}

/** This visitor's release of every remote. @param isBroken avoids a release if there is another. */
export function chooseReleases(
  page: PageRegistry,
  bucket: Bucket,
  isBroken: (release: RemoteRelease) => boolean = () => false,
  chosen: readonly string[] = [],
): readonly RemoteNavigation[] {
  return page.registry.remotes.flatMap((remote) => {
    const releases = candidates(page, remote, bucket, chosen);
    return releases.find((release) => !(isRemoteRelease(release) && isBroken(release))) ?? releases[0] ?? [];
  });
}
