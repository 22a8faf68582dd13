import { createHash, randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scriptOfDelta } from '../formats/deltas';
import { requireJson, type Valid } from '../formats/parse-json';
import { ROUTE_TABLE_FILE, routeTableSchema } from '../formats/route-table';
import {
  manifestObject,
  POINTER_OBJECT,
  pointerSchema,
  PRUNE_OBJECT,
  PRUNE_SETTLES_MS,
  pruneSchema,
  type SiteManifest,
  siteManifestSchema,
} from '../formats/site-manifest';
import { exists } from '../../packages/node/files';
import { inParallel } from '../../packages/node/in-parallel';
import { UserError } from '../../packages/node/user-error';
import { siteFolder } from './locations';
import type { Site, SiteFile } from './site';
import { siteFolderAt } from './site-folder';
import { bucketStorage } from './storage/bucket';
import { folderStorage } from './storage/folder';
import { uncompressed } from './storage/headers';
import { readJson, type Storage } from './storage/storage';

/** Where this machine's site builder writes the site: the bucket in `SITE_URL` if set, else a folder. */
export const siteAddress = process.env.SITE_URL || siteFolder;

/**
 * @param address a folder's path, or `s3://bucket/prefix`.
 * @throws UserError when a bucket's settings are missing, or for the address of something else.
 */
export function siteAt(address = siteAddress): { readonly site: Site; readonly siteFolder: string } {
  return address.includes('://')
    ? { site: siteBucketAt(bucketStorage(address), siteFolder), siteFolder }
    : { site: siteFolderAt(address), siteFolder: address };
}

/** How often a site build is written when something else is pruned each time. */
const ATTEMPTS = 3;

type PruneRecord = Valid<typeof pruneSchema> & { readonly tag: string };

/**
 * A site in a bucket. Every object is written once: the shell's scripts under their addresses, other files
 * under their hashes, the manifest of a site build under its id. Only `current.json` is replaced, under the
 * condition that no other site builder has replaced it. So a killed site builder leaves the old site.
 * Compressed copies are left out, because a CDN compresses. Deltas (decision 0320) are objects without an
 * encoding, because CDNs decode what they read or refuse what they do not know.
 * @param cacheFolder gets the site builds of this machine below `upload/`.
 */
export function siteBucketAt(
  storage: Storage,
  cacheFolder: string,
  pruneSettlesMs: number = PRUNE_SETTLES_MS,
): Site {
  const folder = siteFolderAt(path.join(cacheFolder, 'upload'), false);
  const localFile = (id: string, name: string) => path.join(folder.siteBuilds, id, name);

  const readPointer = () => readJson(storage, POINTER_OBJECT, pointerSchema);

  const readManifest = async (id: string) =>
    (await readJson(storage, manifestObject(id), siteManifestSchema))?.value;

  async function readPrune(): Promise<PruneRecord | undefined> {
    const stored = await readJson(storage, PRUNE_OBJECT, pruneSchema);
    return stored && { ...stored.value, tag: stored.tag };
  }

  /**
   * Takes the record away from a `prune`, and marks it as ended once nothing that it has requested is under
   * way. Site builders that stop the same one wait together.
   */
  async function stopPrune({ tag, ...prune }: PruneRecord): Promise<void> {
    const write = (record: object, replaced: string) =>
      storage.replace(PRUNE_OBJECT, Buffer.from(JSON.stringify(record)), replaced);
    const stopped = { ...prune, id: prune.isStopped ? prune.id : randomUUID(), isStopped: true };
    if (!prune.isStopped && !(await write(stopped, tag))) return;
    const own = await readPrune();
    await delay(pruneSettlesMs);
    if (own?.id === stopped.id) await write({ ...stopped, objects: [] }, own.tag);
  }

  /** An existing manifest becomes new, so that no later `prune` removes it. Other deltas do not matter. */
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

  /** Brings the current site build to a machine that has not built it, so that unchanged files are used again. */
  async function download(id: string, files: SiteManifest['files']): Promise<void> {
    if (await exists(path.join(folder.siteBuilds, id))) return;
    const stored = new Map<string, SiteFile>();
    for (const [name, hash] of Object.entries(files)) {
      const render = async () => {
        const object = await storage.read(hash);
        if (!object) throw new Error(`${storage.address} has no ${hash}.`);
        return object.bytes;
      };
      stored.set(name, { hash, render });
    }
    await folder.write(id, stored, undefined);
  }

  /** @returns the object of each file. Pages come after what they load. */
  async function upload(id: string, before: string | undefined, former: SiteManifest['files']) {
    const present = new Set(Object.values(former));
    const names = await folderStorage(path.join(folder.siteBuilds, id)).list('');
    const originals = names.filter((name) => uncompressed(name).encoding === undefined);
    const isPage = (name: string) => name.endsWith('.html');
    const objects: Record<string, string> = {};
    for (const part of [originals.filter((name) => !isPage(name)), originals.filter(isPage)]) {
      await inParallel(part, async (name) => {
        const unchanged = former[name];
        if (unchanged && before && (await isSameFile(localFile(id, name), localFile(before, name)))) {
          objects[name] = unchanged;
          return;
        }
        const bytes = await readFile(localFile(id, name));
        const object = objectOf(name, bytes);
        objects[name] = object;
        if (!present.has(object)) await create(object, bytes);
      });
    }
    return Object.fromEntries(Object.entries(objects).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  return {
    address: storage.address,
    async current() {
      const pointer = await readPointer();
      return pointer && { id: pointer.value.id, tag: pointer.tag };
    },

    async read(id, name) {
      const object = (await readManifest(id))?.files[name];
      return object === undefined ? undefined : (await storage.read(object))?.bytes.toString();
    },

    async write(id, files, before) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const prune = await readPrune();
        const former = (before === undefined ? undefined : await readManifest(before))?.files ?? {};
        // Without the current site build, every page is rendered again, which is slower and not wrong.
        if (before !== undefined) await download(before, former).catch(() => undefined);
        await folder.write(id, files, before);
        const objects = await upload(id, before, former);
        const table = await readFile(localFile(id, ROUTE_TABLE_FILE));
        const routes = requireJson(table, routeTableSchema, ROUTE_TABLE_FILE);
        const manifest: SiteManifest = { ...routes, files: objects };
        await writeManifest(manifestObject(id), Buffer.from(JSON.stringify(manifest)));
        // A `prune` that begins later reads the manifest, and one that has begun is found here.
        const later = await readPrune();
        const removed = new Set(later?.objects);
        const isRemoved = [manifestObject(id), ...Object.values(objects)].some((name) => removed.has(name));
        if (!isRemoved && later?.tag === prune?.tag) return;
        if (later && isRemoved) await stopPrune(later);
      }
      throw new UserError(`${storage.address} was pruned in the meantime. Try again.`);
    },

    // The random number changes the tag, also when the site build is one that visitors had before.
    swap: (id, before) =>
      storage.replace(POINTER_OBJECT, Buffer.from(JSON.stringify({ id, switch: randomUUID() })), before?.tag),
    // One conditional request switches visitors.
    complete: async () => undefined,

    // Site builders may not delete, and open tabs still load the scripts of former site builds: `pruneSite` removes them.
    sweep: folder.sweep,
  };
}

/** Site builders link what is unchanged, so these are usually links to the same file. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => stat(file).catch(() => undefined)));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/** The shell's scripts have addresses that name their release or their hash. */
function objectOf(name: string, bytes: Buffer): string {
  const original = scriptOfDelta(name);
  if (name.startsWith('shell/') && original === undefined) return name;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return `files/${hash}${path.extname(original ?? name)}`;
}
