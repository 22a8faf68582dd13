import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MenuEntry, RemoteRoute, RouteData } from '@isa/contract';
import type { Registry } from '../src/remotes/registry';
import { storeFolder } from './locations';
import { readVerifiedRegistry } from './registry/log';
import { readVerifiedRelease } from './release-file';
import { folderStorage } from './storage/folder';

export { dataFolder, storeFolder } from './locations';

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
  /** What the shell gives to remotes; empty for a remote. */
  readonly provides: readonly { readonly request: string; readonly version: string }[];
  /** The script that starts it. */
  readonly entry: string;
  readonly globalName: string;
  readonly routes: readonly ReleasedRoute[];
  readonly menu: readonly MenuEntry[];
  /** The scripts of each route's page, by the route's path: a page that is opened there can name them early. */
  readonly pages?: Readonly<Record<string, readonly string[]>>;
  /** Every file but `release.json` itself and the compressed copies (`.br`, `.gz`) of those that have some. */
  readonly files: Readonly<Record<string, ReleasedFile>>;
}

/**
 * Folders of a release that are for machines and never for visitors: the Node build, source maps, and what
 * types are checked with. Whoever serves a store leaves them out.
 */
export const PRIVATE_FOLDERS = ['node', 'maps', 'types'] as const;

export function releaseFolder(part: string, version: string): string {
  return path.join(storeFolder, part, version);
}

/**
 * Reads what a release of a store folder says of itself.
 * @param store another store than this machine's own.
 * @returns `undefined` when there is no such release.
 * @throws PlainError when it is not signed by a trusted key of its team.
 */
export async function readRelease(
  part: string,
  version: string,
  store = storeFolder,
): Promise<Release | undefined> {
  return readVerifiedRelease(folderStorage(store), part, version);
}

/** @throws PlainError when nothing has ever been promoted, or the registry is not signed by the operators. */
export async function readRegistry(): Promise<Registry> {
  return (await readVerifiedRegistry()).registry;
}

/** Writes beside the file and renames over it, so that a reader never sees half of it. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, `${JSON.stringify(value, null, 2)}\n`);
  await rename(partial, file);
}
