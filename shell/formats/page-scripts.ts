import type { CompleteRegistry, PageRegistry } from './registry';
import type { Release } from './release';

export interface Script {
  readonly url: string;
  /** W3C Subresource Integrity. */
  readonly integrity?: string;
}

/** Where the shell's libraries are served. The address has no version, so that they stay cached across releases. */
export const LIBRARIES_ADDRESS = '/shell/libraries/';

/** Marks the preloaded scripts that the starter runs. */
export const STARTED_SCRIPT = 'data-isa-start';

/** The shell's chunks that contain only libraries. */
export function libraryFiles({ files }: Pick<Release, 'files'>): readonly string[] {
  return Object.keys(files).filter((file) => /^libraries\.[^/]*\.js$/.test(file));
}

/** The scripts that start the shell, in execution order. */
export function shellScripts(release: Pick<Release, 'version' | 'entry' | 'files'>): readonly Script[] {
  return [
    ...libraryFiles(release).map((file) => shellScript(release, LIBRARIES_ADDRESS, file)),
    shellScript(release, `/shell/${release.version}/`, release.entry),
  ];
}

/** The script that runs the others after the first frame (decision 308); absent in earlier releases of the shell. */
export function starterScript(release: Pick<Release, 'version' | 'files'>): Script | undefined {
  const file = Object.keys(release.files).find((name) => /^starter\.[^/]*\.js$/.test(name));
  return file === undefined ? undefined : shellScript(release, `/shell/${release.version}/`, file);
}

function shellScript(
  { version, files }: Pick<Release, 'version' | 'files'>,
  folder: string,
  file: string,
): Script {
  const released = files[file];
  if (!released) throw new Error(`shell@${version} has no file ${file}.`);
  return { url: `${folder}${file}`, integrity: released.integrity };
}

/** The scripts of a route's page. Without a preload they would be requested last. */
export function pageScripts(
  { cdn }: Pick<PageRegistry, 'cdn'>,
  { name, version, files, pages }: Pick<Release, 'name' | 'version' | 'files' | 'pages'>,
  route: string,
): readonly Script[] {
  const folder = name === 'shell' ? `/shell/${version}/` : `${cdn}/${name}/${version}/`;
  return (pages?.[route] ?? []).flatMap((file) => {
    const integrity = files[file]?.integrity;
    return integrity ? [{ url: `${folder}${file}`, integrity }] : [];
  });
}

/** The entry of the remote that renders the page, and the chunks that the entry always requests next. */
export function entryScripts(
  { cdn, registry }: CompleteRegistry,
  remote: string | undefined,
): readonly Script[] {
  const live = registry.remotes.find(({ name }) => name === remote)?.live;
  if (!live || live.unverified) return [];
  return [{ path: live.entry, integrity: live.integrity }, ...live.scripts].map(({ path, integrity }) => ({
    url: `${cdn}/${path}`,
    integrity,
  }));
}
