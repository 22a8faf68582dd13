import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MenuEntry, RemoteRoute, RouteData } from '@isa/contract';
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

/** The one file that moves: which release of each part is live. */
export interface StoredRegistry {
  readonly revision: number;
  readonly live: Readonly<Record<string, string>>;
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

export async function readStoredRegistry(): Promise<StoredRegistry> {
  return (await readJson<StoredRegistry>(registryFile)) ?? { revision: 0, live: {} };
}

/** Makes releases live, all at once. */
export async function promote(live: Readonly<Record<string, string>>): Promise<StoredRegistry> {
  const before = await readStoredRegistry();
  const changed = Object.entries(live).some(([part, version]) => before.live[part] !== version);
  if (!changed) return before;
  const next = { revision: before.revision + 1, live: { ...before.live, ...live } };
  await writeJson(registryFile, next);
  return next;
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
