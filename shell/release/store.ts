import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MenuEntry, RemoteRoute, RouteData } from '@isa/contract';
import type { RegisteredRelease, RegisteredScript, Registry } from '../src/remotes/registry';
import { root } from '../webpack/folders';

/** Everything that is made and kept on this machine: releases, registry, database, logs. Not in git. */
export const dataFolder = path.resolve(process.env.DATA_FOLDER ?? path.join(root, '.data'));
/** Immutable releases, `<part>/<version>/`, and the registry beside them. What a CDN would hold. */
export const storeFolder = path.resolve(process.env.STORE_FOLDER ?? path.join(dataFolder, 'store'));

export interface ReleasedFile {
  /** W3C Subresource Integrity, SHA-384. */
  readonly integrity: string;
  readonly bytes: number;
  /** Size under brotli; equal to `bytes` for what is compressed already. */
  readonly brotliBytes: number;
}

/** A route as data: what the shell needs to know of it, and what search engines are told. */
export type ReleasedRoute = RouteData & Pick<RemoteRoute, 'addresses'>;

/** `release.json`: what anybody needs to know of a release without running it. */
export interface Release {
  readonly name: string;
  readonly version: string;
  /** Hash of the sources that it was built from. */
  readonly revision: string;
  readonly contract: string;
  /** What it takes from the shell, and in which versions; empty for the shell itself. */
  readonly shared: readonly { readonly request: string; readonly range: string }[];
  /** The script that starts it. */
  readonly entry: string;
  readonly globalName: string;
  readonly routes: readonly ReleasedRoute[];
  readonly menu: readonly MenuEntry[];
  readonly files: Readonly<Record<string, ReleasedFile>>;
}

export function releaseFolder(part: string, version: string): string {
  return path.join(storeFolder, part, version);
}

/** @param store another store than this machine's own. */
export async function readRelease(
  part: string,
  version: string,
  store = storeFolder,
): Promise<Release | undefined> {
  return readJson<Release>(path.join(store, part, version, 'release.json'));
}

const registryFile = path.join(storeFolder, 'registry.json');

/** @throws Error when nothing has ever been promoted. */
export async function readRegistry(): Promise<Registry> {
  const stored = await readJson<{ readonly registry: Registry }>(registryFile);
  if (!stored) throw new Error('Nothing is live yet: the store has no registry.');
  return stored.registry;
}

/** Makes releases live, all at once; what was live becomes the way back. */
export async function promote(live: Readonly<Record<string, string>>): Promise<Registry> {
  const before = (await readJson<{ readonly registry: Registry }>(registryFile))?.registry;
  const { shell, ...remotes } = live;
  const shellBefore = before?.shell;
  const nextShell = shell ?? shellBefore?.live;
  if (!nextShell) throw new Error('The first promotion has to bring a shell.');
  const next: Registry = {
    revision: (before?.revision ?? 0) + 1,
    shell: moved(shellBefore, nextShell, (version) => version),
    remotes: await Promise.all(
      Object.entries(remotes).map(async ([name, version]) => ({
        name,
        ...moved(
          before?.remotes.find((remote) => remote.name === name),
          await registeredRelease(name, version),
          (release) => release.version,
        ),
      })),
    ),
  };
  const untouched = before?.remotes.filter(({ name }) => !(name in remotes)) ?? [];
  const complete = { ...next, remotes: [...untouched, ...next.remotes] };
  if (before && JSON.stringify({ ...complete, revision: 0 }) === JSON.stringify({ ...before, revision: 0 })) {
    return before;
  }
  await writeJson(registryFile, { registry: complete });
  return complete;
}

/** Live and previous after a promotion; promoting what is live already changes nothing. */
function moved<T>(
  before: { readonly live: T; readonly previous?: T } | undefined,
  live: T,
  versionOf: (release: T) => string,
): { readonly live: T; readonly previous?: T } {
  if (!before) return { live };
  const previous = versionOf(before.live) === versionOf(live) ? before.previous : before.live;
  return { live, ...(previous !== undefined && { previous }) };
}

/** What pages need to know of a release. */
async function registeredRelease(name: string, version: string): Promise<RegisteredRelease> {
  const release = await readRelease(name, version);
  if (!release) throw new Error(`The release ${name}@${version} is not in the store.`);
  const scripts = Object.keys(release.files).filter((file) => /^remote\.[^/]*\.js$/.test(file));
  const script = (file: string): RegisteredScript => ({
    path: `${name}/${version}/${file}`,
    integrity: release.files[file]?.integrity ?? '',
  });
  const { path: entry, integrity } = script(release.entry);
  return {
    version,
    entry,
    globalName: release.globalName,
    integrity,
    scripts: scripts.map(script),
    // Addresses are for search engines; a page does without them.
    routes: release.routes.map(({ addresses: _, ...route }) => route),
    menu: release.menu,
  };
}

async function readJson<T>(file: string): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return JSON.parse(text) as T;
}

/** Writes beside the file and renames over it, so that a reader never sees half of it. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, `${JSON.stringify(value, null, 2)}\n`);
  await rename(partial, file);
}
