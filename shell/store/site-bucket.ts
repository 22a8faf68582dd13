import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { differenceName, PAGE_FILES, scriptOfDifference } from '../formats/differences';
import { requireJson } from '../formats/parse-json';
import { ROUTE_TABLE_FILE, routeTableSchema } from '../formats/route-table';
import {
  manifestObject,
  POINTER_OBJECT,
  pointerSchema,
  PRUNE_ENDS_MS,
  PRUNE_OBJECT,
  pruneSchema,
  type SiteManifest,
  siteManifestSchema,
} from '../formats/site-manifest';
import { inParallel } from '../tools/in-parallel';
import { UserError } from '../tools/user-error';
import { encodeDifference, hashOfDictionary, PAGE_LEVEL } from './difference';
import { hasNewerData, type Site, type SiteFile } from './site';
import { headersOf } from './storage/headers';
import type { Storage } from './storage/storage';

/** Composers that keep changing the pointer would otherwise keep another one waiting for ever. */
const ATTEMPTS = 20;

/**
 * A site in a bucket. Every object is written once under a name of its own: the shell's scripts under their addresses,
 * other files under their hashes, the manifest of a composition under its id. Only `current.json`, which names the
 * composition that visitors get, is replaced, under the condition that no other composer has replaced it. So a killed
 * composer leaves the old site, and scripts of former compositions stay until `pruneSite` removes them.
 * Compressed copies are left out, because a CDN compresses. Differences (decision 320) are objects without an encoding,
 * because CDNs decode what they read or refuse what they do not know.
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

  async function readPrune() {
    const stored = await storage.read(PRUNE_OBJECT);
    return stored && { ...requireJson(stored.bytes, pruneSchema, PRUNE_OBJECT), tag: stored.tag };
  }

  /**
   * Creates the manifest; one that exists becomes new, so that no later `prune` removes it. The other differences of a
   * composer that began with another composition do not matter.
   */
  async function writeManifest(name: string, bytes: Buffer): Promise<void> {
    if (await storage.create(name, bytes)) return;
    const stored = await storage.read(name);
    if (stored && (await storage.replace(name, stored.bytes, stored.tag))) return;
    throw new UserError(`${storage.address}/${name} is being removed. Try again.`);
  }

  /** @throws UserError when there is such an object with other bytes. */
  async function create(name: string, bytes: Buffer): Promise<void> {
    if (await storage.create(name, bytes)) return;
    const stored = await storage.read(name);
    if (stored?.bytes.equals(bytes)) return;
    const reason = stored ? 'exists already with other bytes' : 'is being removed. Try again';
    throw new UserError(`${storage.address}/${name} ${reason}.`);
  }

  return {
    address: storage.address,
    currentId: async () => (await readPointer())?.id,

    async read(id, name) {
      const object = (await readManifest(id))?.files[name];
      return object === undefined ? undefined : (await storage.read(object))?.bytes.toString();
    },

    async write(id, files, before) {
      const prune = await readPrune();
      const former = (before === undefined ? undefined : await readManifest(before))?.files ?? {};
      const present = new Set(Object.values(former));
      const originals = [...files].filter(([name]) => {
        const encoding = headersOf(name)['content-encoding'];
        return encoding === undefined || encoding === 'dcz';
      });
      const objects: Record<string, string> = {};
      async function put(name: string, bytes: Buffer): Promise<string> {
        const object = objectOf(name, bytes);
        objects[name] = object;
        if (!present.has(object)) await create(object, bytes);
        return object;
      }

      /** Against the file that visitors have. */
      async function putDifference(name: string, bytes: Buffer): Promise<void> {
        const dictionary = former[name] && (await storage.read(former[name]))?.bytes;
        if (!dictionary) return;
        const difference = await encodeDifference(bytes, dictionary, PAGE_LEVEL);
        await put(differenceName(name, hashOfDictionary(dictionary)), difference);
      }

      const isPage = ([name]: readonly [string, SiteFile]) => name.endsWith('.html');
      // Pages come after what they load.
      for (const part of [originals.filter((file) => !isPage(file)), originals.filter(isPage)]) {
        await inParallel(part, async ([name, file]) => {
          const unchanged = 'render' in file ? former[name] : undefined;
          if (unchanged !== undefined) {
            objects[name] = unchanged;
            return;
          }
          const bytes = await bytesOf(file);
          const object = await put(name, bytes);
          if (PAGE_FILES.test(name) && object !== former[name]) await putDifference(name, bytes);
        });
      }
      for (const [name, object] of Object.entries(former)) {
        const original = scriptOfDifference(name);
        const isUnchanged = original !== undefined && objects[original] === former[original];
        if (isUnchanged && PAGE_FILES.test(original)) objects[name] = object;
      }
      const table = files.get(ROUTE_TABLE_FILE);
      const routes = requireJson(
        table && 'text' in table ? table.text : '',
        routeTableSchema,
        ROUTE_TABLE_FILE,
      );
      const sorted = Object.fromEntries(Object.entries(objects).sort(([a], [b]) => (a < b ? -1 : 1)));
      const manifest: SiteManifest = { ...routes, files: sorted };
      await writeManifest(manifestObject(id), Buffer.from(JSON.stringify(manifest)));
      // A `prune` that begins later reads the manifest, and one that has begun is found here.
      const later = await readPrune();
      const removed = new Set(later && later.at > Date.now() - PRUNE_ENDS_MS ? later.objects : []);
      const isRemoved = [manifestObject(id), ...Object.values(objects)].some((object) => removed.has(object));
      if (isRemoved || later?.tag !== prune?.tag) {
        throw new UserError(`${storage.address} was pruned in the meantime. Try again.`);
      }
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

    // Composers may not delete, and open tabs still load the scripts of former compositions: `pruneSite` removes them.
    sweep: async () => undefined,
  };
}

async function bytesOf(file: SiteFile): Promise<Buffer> {
  if ('from' in file) return readFile(file.from);
  return Buffer.from('text' in file ? file.text : await file.render());
}

/** The shell's scripts have addresses that name their release or their hash. */
function objectOf(name: string, bytes: Buffer): string {
  const original = scriptOfDifference(name);
  if (name.startsWith('shell/') && original === undefined) return name;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return `files/${hash}${path.extname(original ?? name)}`;
}
