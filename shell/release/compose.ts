import { academy } from '@isa/api-contract';
import type { RouteData } from '@isa/contract';
import { matchPath } from 'react-router-dom';
import { REGISTRY_ELEMENT, type RegisteredRemote, type Registry } from '../src/remotes/registry';
import { readRelease, readStoredRegistry, type Release, type ReleasedRoute } from './store';

/** A script as it is referred to from a page. */
interface Script {
  readonly url: string;
  readonly integrity?: string;
}

/** Everything that a page is made of, apart from its address. */
export interface Composition {
  readonly registry: Registry;
  readonly shellScripts: readonly Script[];
  /** What each remote's first visit needs beside its entry: known from its release, loaded early. */
  readonly remoteScripts: ReadonlyMap<string, readonly Script[]>;
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
  const stored = await readStoredRegistry();
  const releases = await Promise.all(
    Object.entries(stored.live).map(async ([part, version]) => {
      const release = await readRelease(part, version);
      if (!release) throw new Error(`The live release ${part}@${version} is not in the store.`);
      return release;
    }),
  );
  const shell = releases.find((release) => release.name === 'shell');
  if (!shell) throw new Error('No release of the shell is live.');
  const remotes = releases.filter((release) => release !== shell);
  return {
    registry: {
      revision: String(stored.revision),
      remotes: remotes.map((release) => registered(release, cdnOrigin)),
    },
    shellScripts: [script(shell, shell.entry, '')],
    remoteScripts: new Map(remotes.map((release) => [release.name, earlyScripts(release, cdnOrigin)])),
    publicAddresses: releases.flatMap(({ routes }) => routes.flatMap(publicAddresses)),
    shellRoutes: shell.routes,
  };
}

function address({ name, version }: Release, file: string, origin: string): string {
  return `${origin}/${name}/${version}/${file}`;
}

function script(release: Release, file: string, origin: string): Script {
  const described = release.files[file];
  if (!described) throw new Error(`${release.name}@${release.version} has no file ${file}.`);
  return { url: address(release, file, origin), integrity: described.integrity };
}

function registered(release: Release, cdnOrigin: string): RegisteredRemote {
  const { url, integrity = '' } = script(release, release.entry, cdnOrigin);
  const { name, version, globalName, routes, menu } = release;
  // Addresses are for search engines; a page does without them.
  const pageRoutes = routes.map(({ addresses: _, ...route }) => route);
  return { name, version, entry: url, globalName, integrity, routes: pageRoutes, menu };
}

/** The entry and the chunk that it always asks for next. */
function earlyScripts(release: Release, cdnOrigin: string): Script[] {
  const exposed = Object.keys(release.files).filter((file) => /^remote\.[^/]*\.js$/.test(file));
  return [release.entry, ...exposed].map((file) => script(release, file, cdnOrigin));
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
  return composition.registry.remotes.find(({ routes }) => routes.some(matches))?.name;
}

/** The page for an address: the registry inlined, the shell's script, and early hints for the owning remote. */
export function composePage(composition: Composition, pathname: string): string {
  const owner = ownerOf(composition, pathname);
  const early = composition.remoteScripts.get(owner ?? '') ?? [];
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
    `<script type="application/json" id="${REGISTRY_ELEMENT}">${inlineJson(composition.registry)}</script>`,
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
  const all = [...shellRoutes, ...registry.remotes.flatMap(({ routes }) => routes)];
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
