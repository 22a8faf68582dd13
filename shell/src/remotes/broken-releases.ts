import type { RemoteRelease } from '../../platform/formats/registry';
import { briefStorage } from './brief-storage';

const STORAGE_KEY = 'isa-shell:thrown';

/** Releases that throw while rendering, as seen in this document and, with storage, after a reload. */
export type BrokenReleases = ReturnType<typeof trackBrokenReleases>;

export function trackBrokenReleases(page: Pick<Window, 'sessionStorage'>) {
  const storage = briefStorage(page);
  const names = new Set(storage.read(STORAGE_KEY)?.split(' '));
  return {
    // A developer's override is never broken, so that its failure is visible.
    isBroken: (release: RemoteRelease) => release.slot !== 'override' && names.has(nameOf(release)),
    add(release: RemoteRelease) {
      names.add(nameOf(release));
      storage.write(STORAGE_KEY, [...names].join(' '));
    },
  };
}

function nameOf({ name, version }: RemoteRelease): string {
  return `${name}@${version}`;
}
