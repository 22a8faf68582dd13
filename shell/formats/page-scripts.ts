import type { CompleteRegistry, PageRegistry } from './registry';
import type { Release } from './release';
import type { Script } from './page-html';

/** Where the shell's libraries are served. Their address has no version, so that a release leaves them in caches. */
export const LIBRARIES_ADDRESS = '/shell/libraries/';

/** The shell's chunks of nothing but libraries. */
export function librariesOf({ files }: Pick<Release, 'files'>): readonly string[] {
  return Object.keys(files).filter((file) => /^libraries\.[^/]*\.js$/.test(file));
}

/** What starts the shell, in the order in which it has to run. */
export function shellScripts(release: Pick<Release, 'version' | 'entry' | 'files'>): readonly Script[] {
  const { version, entry, files } = release;
  const script = (folder: string, file: string): Script => {
    const described = files[file];
    if (!described) throw new Error(`shell@${version} has no file ${file}.`);
    return { url: `${folder}${file}`, integrity: described.integrity };
  };
  return [
    ...librariesOf(release).map((file) => script(LIBRARIES_ADDRESS, file)),
    script(`/shell/${version}/`, entry),
  ];
}

/** The scripts of a route's own page, which its owner's code would ask for last of all. */
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

/** The owner's entry and the chunks that it always asks for next. */
export function earlyScripts(
  { cdn, registry }: CompleteRegistry,
  owner: string | undefined,
): readonly Script[] {
  const live = registry.remotes.find(({ name }) => name === owner)?.live;
  if (!live || live.unverified) return [];
  return [{ path: live.entry, integrity: live.integrity }, ...live.scripts].map(({ path, integrity }) => ({
    url: `${cdn}/${path}`,
    integrity,
  }));
}
