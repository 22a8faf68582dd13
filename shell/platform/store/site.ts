export type SiteFile =
  | { readonly text: string; readonly hash?: string }
  | { readonly from: string }
  | UnchangedFile;

/** A file with the same text as in the site build before. */
export interface UnchangedFile {
  readonly hash: string;
  /** Renders its content again, when that site build no longer has the file. */
  readonly render: () => Promise<string | Buffer>;
}

/** Retained for a quick way back, and for responses that are still being sent. */
const RETAINED_SITE_BUILDS = 3;

/**
 * The current site build, the newest, and those replaced since then. Ids of one revision are in no order. `time` is
 * when a site build was last written or replaced, in milliseconds since 1970.
 */
export function retainedSiteBuilds<T extends { readonly name: string; readonly time: number }>(
  siteBuilds: readonly T[],
  current: string | undefined,
  since: number,
): readonly T[] {
  const newestFirst = siteBuilds.toSorted((a, b) => b.time - a.time || (a.name < b.name ? 1 : -1));
  return newestFirst.filter(({ name }, at) => {
    const replaced = newestFirst[at - 1]?.time;
    return name === current || at < RETAINED_SITE_BUILDS || (replaced !== undefined && replaced >= since);
  });
}

/** Where site builds are written, and which of them visitors get. Any number of site builders may write at once. */
export interface Site {
  readonly address: string;
  currentId(): Promise<string | undefined>;
  /** Reads a text file of a site build; `undefined` when there is none. */
  read(id: string, name: string): Promise<string | undefined>;
  /** Writes a site build that no visitor gets yet. @param before its unchanged files are used again. */
  write(id: string, files: ReadonlyMap<string, SiteFile>, before: string | undefined): Promise<void>;
  /**
   * Switches visitors atomically, never to an older registry, nor to older data of the same one.
   * @param options when the data was requested, by default now, and whether its registry is still current.
   */
  use(
    id: string,
    options?: { readonly requestedAt?: number; readonly isCurrent?: () => Promise<boolean> },
  ): Promise<'used' | 'outdated' | 'older data'>;
  sweep(): Promise<void>;
}

/** The site build that visitors get, and when its data was requested, in milliseconds since 1970. */
export interface CurrentSiteBuild {
  readonly id: string;
  readonly requestedAt: number;
}

/** @returns whether the current site build has the same registry and newer data than another one. */
export function hasNewerData(current: CurrentSiteBuild | undefined, other: CurrentSiteBuild): boolean {
  const revisionOf = ({ id }: CurrentSiteBuild) => id.split('-')[0];
  if (current === undefined || revisionOf(current) !== revisionOf(other)) return false;
  // A time in the future comes from a clock that was set back; it must not block later site builds.
  return current.requestedAt > other.requestedAt && current.requestedAt <= Date.now();
}
