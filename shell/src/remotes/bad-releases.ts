import type { RemoteRelease } from '../../formats/registry';

const STORAGE_KEY = 'isa-shell:thrown';

/** How often a release may throw while its pages are drawn before another one takes its place. */
const PATIENCE = 2;

/** What this tab has seen of releases that load and then fail. Outlives a reload, not the tab. */
export interface BadReleases {
  isBad(release: RemoteRelease): boolean;
  /** Counts a page that threw while it was drawn. */
  threw(release: RemoteRelease): void;
}

export function rememberBadReleases(page: Pick<Window, 'sessionStorage'>): BadReleases {
  const counts = new Map(Object.entries(read(page)));
  const nameOf = ({ name, version }: RemoteRelease) => `${name}@${version}`;
  return {
    // Who develops a remote wants to see how it fails.
    isBad: (release) => release.slot !== 'override' && (counts.get(nameOf(release)) ?? 0) >= PATIENCE,
    threw(release) {
      counts.set(nameOf(release), (counts.get(nameOf(release)) ?? 0) + 1);
      write(page, Object.fromEntries(counts));
    },
  };
}

function read({ sessionStorage }: Pick<Window, 'sessionStorage'>): Record<string, number> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(
      entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    );
  } catch {
    // Unreadable or forbidden: the counts of this page are enough.
    return {};
  }
}

function write({ sessionStorage }: Pick<Window, 'sessionStorage'>, counts: Record<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(counts));
  } catch {
    // Forbidden or full: the counts of this page are enough.
  }
}
