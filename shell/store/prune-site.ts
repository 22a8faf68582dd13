import { randomUUID } from 'node:crypto';
import { requireJson } from '../formats/parse-json';
import { LIBRARIES_ADDRESS } from '../formats/release';
import {
  manifestObject,
  POINTER_OBJECT,
  pointerSchema,
  PRUNE_ENDS_MS,
  PRUNE_OBJECT,
  pruneSchema,
  siteManifestSchema,
} from '../formats/site-manifest';
import { inParallel } from '../tools/in-parallel';
import { UserError } from '../tools/user-error';
import { retainedCompositions } from './site';
import type { Storage } from './storage/storage';

/** Less than `PRUNE_ENDS_MS` by the 15 minutes for which a signed request to a bucket is valid, in milliseconds. */
const REMOVING_MS = 30 * 60 * 1000;
const LIBRARIES = LIBRARIES_ADDRESS.slice(1);

export interface PruneSiteOptions {
  /** Former compositions, and objects that none of the others needs, are retained until then. */
  readonly since: Date;
  /** The releases whose scripts an open tab may still request. */
  readonly store: Storage;
  /** Of the shell, in that store. */
  readonly shellVersions: readonly string[];
  readonly dryRun?: boolean;
}

/**
 * Removes former compositions from the bucket of a site, and objects that no other composition needs. Retained are the
 * current composition, the newest, those that were replaced after `since`, and the scripts of the shells in the store.
 *
 * Any number of composers may write at the same time: what will be removed is recorded first, then the compositions are
 * read again. A composer writes its composition first and then reads the record (`siteBucketAt`). So one of both finds
 * the other.
 * @returns the compositions and the other objects that were removed.
 * @throws UserError when another one is under way, or the site cannot be read; then nothing is removed.
 */
export async function pruneSite(
  site: Storage,
  { since, store, shellVersions, dryRun = false }: PruneSiteOptions,
): Promise<{ readonly compositions: readonly string[]; readonly objects: readonly string[] }> {
  const shells = await shellScripts(store, shellVersions);
  const unneeded = () => findUnneeded(site, since, shells);
  const found = await unneeded();
  if (dryRun || found.compositions.length + found.objects.length === 0) return found;

  const at = Date.now();
  const stored = await site.read(PRUNE_OBJECT);
  const other = stored && requireJson(stored.bytes, pruneSchema, PRUNE_OBJECT);
  const isUnderWay = other !== undefined && other.objects.length > 0 && other.at > at - PRUNE_ENDS_MS;
  const record = { at, id: randomUUID(), objects: [...found.compositions, ...found.objects] };
  const bytes = Buffer.from(JSON.stringify(record));
  if (isUnderWay || !(await site.replace(PRUNE_OBJECT, bytes, stored?.tag))) {
    throw new UserError(`${site.address} is being pruned by somebody else. Try again within an hour.`);
  }
  const again = await unneeded();
  const recorded = new Set(record.objects);
  const compositions = again.compositions.filter((object) => recorded.has(object));
  const objects = again.objects.filter((object) => recorded.has(object));
  const remove = async (object: string) => {
    if (Date.now() > at + REMOVING_MS)
      throw new UserError(`${site.address} took too long to prune. Prune it again.`);
    await site.remove(object);
  };
  // A composition must not be there without its objects.
  await inParallel(compositions, remove);
  await inParallel(objects, remove);
  const ended = Buffer.from(JSON.stringify({ ...record, objects: [] }));
  await site.replace(PRUNE_OBJECT, ended, (await site.read(PRUNE_OBJECT))?.tag);
  return { compositions, objects };
}

/** The addresses of all files of these shells, and of their libraries. */
async function shellScripts(store: Storage, versions: readonly string[]): Promise<ReadonlySet<string>> {
  const lists = await inParallel(versions, async (version) => {
    const prefix = `shell/${version}/`;
    const names = await store.list(prefix);
    return names.flatMap((name) => [name, LIBRARIES + name.slice(prefix.length)]);
  });
  return new Set(lists.flat());
}

async function findUnneeded(site: Storage, since: Date, shells: ReadonlySet<string>) {
  const pointer = await site.read(POINTER_OBJECT);
  if (!pointer) throw new UserError(`Nothing is composed in ${site.address}.`);
  const current = manifestObject(requireJson(pointer.bytes, pointerSchema, POINTER_OBJECT).id);
  // Listed before the compositions: objects of a later one are not among them.
  const names = [...(await site.list('files/')), ...(await site.list('shell/'))];
  const manifests = await inParallel(await site.list('compositions/'), async (name) => {
    const stored = await site.read(name);
    return stored && { name, time: stored.modified.getTime(), bytes: stored.bytes };
  });
  const all = manifests.filter((manifest) => manifest !== undefined);
  const needed = retainedCompositions(all, current, since.getTime());
  const inUse = new Set(
    needed.flatMap(({ bytes, name }) => Object.values(requireJson(bytes, siteManifestSchema, name).files)),
  );
  const rest = names.filter((name) => !inUse.has(name) && !shells.has(name));
  // A composition may be under way that needs them.
  const isOld = await inParallel(rest, async (name) => {
    const stored = await site.read(name);
    return stored !== undefined && stored.modified < since;
  });
  return {
    compositions: all.filter((manifest) => !needed.includes(manifest)).map(({ name }) => name),
    objects: rest.filter((_name, index) => isOld[index]),
  };
}
