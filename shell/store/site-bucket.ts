import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { requireJson } from '../formats/parse-json';
import { ROUTE_TABLE_FILE, routeTableSchema } from '../formats/route-table';
import {
  manifestObject,
  POINTER_OBJECT,
  pointerSchema,
  type SiteManifest,
  siteManifestSchema,
} from '../formats/site-manifest';
import { inParallel } from '../tools/in-parallel';
import { UserError } from '../tools/user-error';
import { hasNewerData, type Site, type SiteFile } from './site';
import { headersOf } from './storage/headers';
import type { Storage } from './storage/storage';

/** Composers that keep changing the pointer would otherwise keep another one waiting for ever. */
const ATTEMPTS = 20;

/**
 * A site in a bucket. Every object is written once under a name of its own: the shell's scripts under their addresses,
 * other files under their hashes, the manifest of a composition under its id. Only `current.json`, which names the
 * composition that visitors get, is replaced, under the condition that no other composer has replaced it. So a killed
 * composer leaves the old site, and scripts of former compositions stay. Nothing is ever removed.
 * Compressed copies and differences are left out: a CDN compresses.
 */
export function siteBucketAt(storage: Storage): Site {
  async function readPointer() {
    const stored = await storage.read(POINTER_OBJECT);
    return stored && { ...requireJson(stored.bytes, pointerSchema, POINTER_OBJECT), tag: stored.tag };
  }

  async function readManifest(id: string): Promise<SiteManifest | undefined> {
    const name = manifestObject(id);
    const stored = await storage.read(name);
    return stored && requireJson(stored.bytes, siteManifestSchema, name);
  }

  /** @throws UserError when there is such an object with other bytes. */
  async function create(name: string, bytes: Buffer): Promise<void> {
    if (await storage.create(name, bytes)) return;
    if ((await storage.read(name))?.bytes.equals(bytes)) return;
    throw new UserError(`${storage.address}/${name} exists already with other bytes.`);
  }

  return {
    address: storage.address,
    currentId: async () => (await readPointer())?.id,

    async read(id, name) {
      const object = (await readManifest(id))?.files[name];
      return object === undefined ? undefined : (await storage.read(object))?.bytes.toString();
    },

    async write(id, files, before) {
      // Written by another composer: equal ids have equal files.
      if (await readManifest(id)) return;
      const present = new Set(
        Object.values((before === undefined ? undefined : await readManifest(before))?.files ?? {}),
      );
      const originals = [...files].filter(([name]) => headersOf(name)['content-encoding'] === undefined);
      const objects: Record<string, string> = {};
      const isPage = ([name]: readonly [string, SiteFile]) => name.endsWith('.html');
      // Pages come after what they load.
      for (const part of [originals.filter((file) => !isPage(file)), originals.filter(isPage)]) {
        await inParallel(part, async ([name, file]) => {
          const bytes = 'text' in file ? Buffer.from(file.text) : await readFile(file.from);
          const object = objectOf(name, bytes);
          objects[name] = object;
          if (!present.has(object)) await create(object, bytes);
        });
      }
      const table = files.get(ROUTE_TABLE_FILE);
      const routes = requireJson(
        table && 'text' in table ? table.text : '',
        routeTableSchema,
        ROUTE_TABLE_FILE,
      );
      const sorted = Object.fromEntries(Object.entries(objects).sort(([a], [b]) => (a < b ? -1 : 1)));
      const manifest: SiteManifest = { ...routes, files: sorted };
      await create(manifestObject(id), Buffer.from(JSON.stringify(manifest)));
    },

    async use(id, { requestedAt = Date.now(), isCurrent = async () => true } = {}) {
      const bytes = Buffer.from(JSON.stringify({ id, requestedAt }));
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const current = await readPointer();
        if (!(await isCurrent())) return 'outdated';
        if (hasNewerData(current, { id, requestedAt })) return 'older data';
        if (await storage.replace(POINTER_OBJECT, bytes, current?.tag)) return 'used';
      }
      throw new UserError(`${storage.address}/${POINTER_OBJECT} is replaced by others all the time.`);
    },

    // Composers may not delete. Objects are small, and open tabs still load those of former compositions.
    sweep: async () => undefined,
  };
}

/** The shell's scripts have addresses that name their release or their hash. */
function objectOf(name: string, bytes: Buffer): string {
  if (name.startsWith('shell/')) return name;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return `files/${hash}${path.extname(name)}`;
}
