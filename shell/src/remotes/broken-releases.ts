import { storedJson } from '@isa/contract';
import type { RemoteRelease } from '../../platform/formats/registry';

/** Releases that throw while rendering, as seen in this tab and, with storage, after a reload. */
export type BrokenReleases = ReturnType<typeof trackBrokenReleases>;

export function trackBrokenReleases(page: Pick<Window, 'sessionStorage'>) {
  const stored = storedJson(
    'sessionStorage',
    'isa-shell:thrown',
    (json) => (Array.isArray(json) ? json.filter((name) => typeof name === 'string') : undefined),
    page,
  );
  const names = new Set(stored.read());
  return {
    // A developer's override is never broken, so that its failure is visible.
    isBroken: (release: RemoteRelease) => release.slot !== 'override' && names.has(nameOf(release)),
    add(release: RemoteRelease) {
      names.add(nameOf(release));
      stored.write([...names]);
    },
  };
}

function nameOf({ name, version }: RemoteRelease): string {
  return `${name}@${version}`;
}
