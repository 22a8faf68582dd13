import { isRecord, storedJson } from '@isa/contract';
import type { RemoteRelease } from '../../formats/registry';

/** After this many render errors another release is preferred. */
const MAX_ERRORS = 2;

/** Releases that load and then throw while rendering, as seen in this tab. Survives a reload where storage is available. */
export interface BrokenReleases {
  isBroken(release: RemoteRelease): boolean;
  addRenderError(release: RemoteRelease): void;
}

export function trackBrokenReleases(page: Pick<Window, 'sessionStorage'>): BrokenReleases {
  const stored = storedJson('sessionStorage', 'isa-shell:thrown', parseCounts, page);
  const errors = { ...stored.read() };
  const countOf = ({ name, version }: RemoteRelease) => errors[`${name}@${version}`] ?? 0;
  return {
    // A developer's override stays, so that its failure is visible.
    isBroken: (release) => release.slot !== 'override' && countOf(release) >= MAX_ERRORS,
    addRenderError(release) {
      errors[`${release.name}@${release.version}`] = countOf(release) + 1;
      stored.write(errors);
    },
  };
}

function parseCounts(json: unknown): Readonly<Record<string, number>> | undefined {
  if (!isRecord(json)) return undefined;
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, count]) => (typeof count === 'number' ? [[key, count]] : [])),
  );
}
