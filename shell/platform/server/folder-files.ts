import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { PAGE_FILES } from '../formats/deltas';
import { SHELL_FILES } from '../formats/host-rules';
import { requireJson } from '../formats/parse-json';
import { createRouteFinder } from '../formats/route-finder';
import { ROUTE_TABLE_FILE, routeTableSchema } from '../formats/route-table';
import { isInsideStore } from '../store/inside-store';
import { siteFolderAt } from '../store/site-folder';
import { ENCODINGS, headersOf } from '../store/storage/headers';
import { storeFolder } from '../store/locations';
import { byteRange } from './negotiation';
import type { ServedSiteBuild, Content, OpenFile, StoredFile } from './site-handler';

const SHELL_FILE = new RegExp(SHELL_FILES);

/**
 * Serves the current site build.
 * @param formerShells contains `shell/<version>/` and `shell/files/`: this machine's store by default.
 * @returns the site build, to be requested again for each request.
 */
export function serveCurrentSiteBuild(siteFolder: string, formerShells?: string) {
  const site = siteFolderAt(siteFolder);
  let current: { readonly id: string; readonly siteBuild: Promise<ServedSiteBuild> } | undefined;
  return async () => {
    const id = await site.servedId();
    if (id === undefined) throw new Error(`Nothing has been built in ${siteFolder} yet.`);
    if (current?.id !== id) {
      const opened = { id, siteBuild: openSiteBuild(path.join(site.siteBuilds, id), formerShells) };
      current = opened;
      // A failed site build is forgotten, so that the next request tries again.
      opened.siteBuild.catch(() => current === opened && (current = undefined));
    }
    return current.siteBuild;
  };
}

async function openSiteBuild(folder: string, formerShells: string | undefined): Promise<ServedSiteBuild> {
  const tableFile = path.join(folder, ROUTE_TABLE_FILE);
  const table = requireJson(await readFile(tableFile), routeTableSchema, tableFile);
  const openFile = siteFiles(folder, formerShells);
  const pages = new Map<string, Promise<StoredFile | undefined>>();
  return {
    find: createRouteFinder(table),
    missing: table.missing,
    async open(name, encodings) {
      if (!PAGE_FILES.test(name)) return openFile(name, encodings);
      // The pages stay in memory while their site build is current, because they are few and small.
      const key = `${name} ${encodings.join()}`;
      const page = pages.get(key) ?? openPage(folder, name, encodings);
      pages.set(key, page);
      if (!(await page)) pages.delete(key);
      return page;
    },
  };
}

async function openPage(folder: string, name: string, encodings: readonly string[]) {
  for (const copy of copiesOf(name, encodings)) {
    const bytes = await readFile(path.join(folder, copy)).catch(() => undefined);
    if (!bytes) continue;
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    return fileOf(copy, tag, bytes.length, (start, end) => new Uint8Array(bytes.subarray(start, end + 1)));
  }
  return undefined;
}

/** Also scripts of former shells, which open tabs request. */
export function siteFiles(folder: string, formerShells?: string): OpenFile {
  const open = folderFiles(folder);
  const openShell = storeFiles(formerShells);
  return async (name, encodings) => {
    const isShell = SHELL_FILE.test(`/${name}`);
    return (await open(name, encodings)) ?? (isShell ? openShell(name, encodings) : undefined);
  };
}

/** Files of releases, with their copies and deltas. @param folder this machine's store by default. */
export function storeFiles(folder = storeFolder): OpenFile {
  const open = folderFiles(folder);
  return async (name, encodings) =>
    (await isInsideStore(folder, `/${name}`)) ? open(name, encodings) : undefined;
}

/** Files never change under their name, so that their times are strong entity tags. */
function folderFiles(folder: string): OpenFile {
  return async (name, encodings) => {
    for (const copy of copiesOf(name, encodings)) {
      const file = path.join(folder, copy);
      const stats = await stat(file).catch(() => undefined);
      if (!stats?.isFile()) continue;
      const tag = `"${stats.size.toString(16)}-${Math.round(stats.mtimeMs).toString(16)}${path.extname(copy)}"`;
      return fileOf(copy, tag, stats.size, (start, end) => {
        const stream = createReadStream(file, { start, end });
        return Readable.toWeb(stream) as ReadableStream;
      });
    }
    return undefined;
  };
}

function copiesOf(name: string, encodings: readonly string[]): readonly string[] {
  const copies = Object.entries(ENCODINGS).filter(([, encoding]) => encodings.includes(encoding));
  return [...copies.map(([extension]) => name + extension), name];
}

function fileOf(
  name: string,
  tag: string,
  size: number,
  bytes: (start: number, end: number) => BodyInit,
): StoredFile {
  const { 'content-type': type, 'content-encoding': encoding } = headersOf(name);
  const headers = {
    'content-type': type,
    etag: tag,
    'accept-ranges': 'bytes',
    ...(encoding && { 'content-encoding': encoding }),
  };
  return {
    tag,
    async read(wanted): Promise<Content> {
      const range = byteRange(wanted, size);
      if (range === 'unsatisfiable') {
        return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: null };
      }
      const { start, end } = range ?? { start: 0, end: size - 1 };
      const length = { 'content-length': String(end - start + 1) };
      const part = range && { 'content-range': `bytes ${start}-${end}/${size}` };
      const body = size === 0 ? null : bytes(start, end);
      return { status: range ? 206 : 200, headers: { ...headers, ...length, ...part }, body };
    },
  };
}
