import { academy } from '@isa/api-contract';
import type { RouteData } from '@isa/contract';
import { matchPath } from 'react-router-dom';
import { type PageRegistry, REGISTRY_ELEMENT } from '../src/remotes/registry';
import { readRegistry, readRelease, type Release, type ReleasedRoute } from './store';

/** A script as it is referred to from a page. */
interface Script {
  readonly url: string;
  readonly integrity?: string;
}

/** Everything that a page is made of, apart from its address. */
export interface Composition extends PageRegistry {
  readonly shellScripts: readonly Script[];
  /** Every address that search engines are told. */
  readonly publicAddresses: readonly string[];
  /** Pages that the shell itself answers; the other addresses belong to remotes. */
  readonly shellRoutes: readonly RouteData[];
}

/**
 * Reads the live releases.
 * @param cdnOrigin where the store is served, without a slash at the end.
 */
export async function readComposition(cdnOrigin: string): Promise<Composition> {
  const registry = await readRegistry();
  const live = [
    ['shell', registry.shell.live],
    ...registry.remotes.map(({ name, live: { version } }) => [name, version]),
  ] as const;
  const [shell, ...remotes] = await Promise.all(
    live.map(async ([part = '', version = '']) => {
      const release = await readRelease(part, version);
      if (!release) throw new Error(`The live release ${part}@${version} is not in the store.`);
      return release;
    }),
  );
  if (!shell) throw new Error('No release of the shell is live.');
  return {
    cdn: cdnOrigin,
    registry,
    shellScripts: shellScripts(shell),
    publicAddresses: [shell, ...remotes].flatMap(({ routes }) => routes.flatMap(publicAddresses)),
    shellRoutes: shell.routes,
  };
}

/** Where the shell's libraries are served. Their address has no version, so that a release leaves them in caches. */
export const LIBRARIES_ADDRESS = '/shell/libraries/';

function shellScripts({ version, entry, files }: Release): Script[] {
  const script = (folder: string, file: string): Script => {
    const described = files[file];
    if (!described) throw new Error(`shell@${version} has no file ${file}.`);
    return { url: `${folder}${file}`, integrity: described.integrity };
  };
  const libraries = Object.keys(files).filter((file) => /^libraries\.[^/]*\.js$/.test(file));
  return [...libraries.map((file) => script(LIBRARIES_ADDRESS, file)), script(`/shell/${version}/`, entry)];
}

/** The owner's entry and the chunks that it always asks for next. */
function earlyScripts({ cdn, registry }: Composition, owner: string | undefined): Script[] {
  const live = registry.remotes.find(({ name }) => name === owner)?.live;
  if (!live || live.unverified) return [];
  return [{ path: live.entry, integrity: live.integrity }, ...live.scripts].map(({ path, integrity }) => ({
    url: `${cdn}/${path}`,
    integrity,
  }));
}

/** What a route has for everybody to find. */
export function publicAddresses({ path, access = 'anyone', addresses }: ReleasedRoute): readonly string[] {
  if (access !== 'anyone') return [];
  return addresses ?? (path.includes(':') ? [] : [path]);
}

/** Who answers an address: a remote, the shell itself, or nobody. */
export function ownerOf(composition: Composition, pathname: string): string | undefined {
  const matches = ({ path }: RouteData) => matchPath({ path, end: true }, pathname) !== null;
  if (composition.shellRoutes.some(matches)) return 'shell';
  return composition.registry.remotes.find(({ live }) => live.routes.some(matches))?.name;
}

/** The page for an address: the registry inlined, the shell's script, and early hints for the owning remote. */
export function composePage(composition: Composition, pathname: string): string {
  const owner = ownerOf(composition, pathname);
  const early = earlyScripts(composition, owner);
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="theme-color" content="#0d1420">',
    `<title>${escapeText(titleOf(composition, pathname))}</title>`,
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...composition.shellScripts.map((item) => `<script defer src="${item.url}"${hash(item)}></script>`),
    // A preload and not a script: a failed script element would be found and waited for by the runtime.
    ...early.map((item) => `<link rel="preload" as="script" href="${item.url}"${hash(item)}>`),
    `<script type="application/json" id="${REGISTRY_ELEMENT}">${inlineJson({ cdn: composition.cdn, registry: composition.registry })}</script>`,
    '</head>',
    '<body>',
    '<div id="root"></div>',
    '<noscript>This site needs JavaScript.</noscript>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function hash({ integrity }: Script): string {
  return integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : ' crossorigin="anonymous"';
}

/** The route's own title, until its page brings a better one. */
function titleOf({ registry, shellRoutes }: Composition, pathname: string): string {
  const all = [...shellRoutes, ...registry.remotes.flatMap(({ live }) => live.routes)];
  const route = all.find(({ path }) => matchPath({ path, end: true }, pathname) !== null);
  return `${route?.title ?? 'Page not found'} · ${academy.name}`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** JSON that cannot close its script element. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
