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

/** Where site builds are written, and which of them visitors get. Any number of processes may write at once. */
export interface Site {
  readonly address: string;
  /** The site build that visitors get; `undefined` before the first one. */
  current(): Promise<CurrentSiteBuild | undefined>;
  /** Reads a text file of a site build; `undefined` when there is none. */
  read(id: string, name: string): Promise<string | undefined>;
  /** Writes a site build that no visitor gets yet. @param before its unchanged files are used again. */
  write(id: string, files: ReadonlyMap<string, SiteFile>, before: string | undefined): Promise<void>;
  /**
   * Switches visitors to another site build atomically.
   * @returns `false`, and switches nothing, when another process has switched them since `before` was read.
   */
  swap(id: string, before: CurrentSiteBuild | undefined): Promise<boolean>;
  /** Completes the switch of a process that has died in the middle of it. */
  complete(): Promise<void>;
  sweep(): Promise<void>;
}

export interface CurrentSiteBuild {
  readonly id: string;
  /** The tag of this switch. */
  readonly tag: string;
}
