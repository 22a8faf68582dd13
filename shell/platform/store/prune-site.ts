import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { requireJson } from '../formats/parse-json';
import { originalOf, shellAddress } from '../formats/release';
import {
  manifestObject,
  POINTER_OBJECT,
  pointerSchema,
  PRUNE_OBJECT,
  PRUNE_OWNS_MS,
  PRUNE_SETTLES_MS,
  pruneSchema,
  siteManifestSchema,
} from '../formats/site-manifest';
import { inParallel } from '../../packages/node/in-parallel';
import { UserError } from '../../packages/node/user-error';
import { listedFiles } from './shared-files';
import { retainedSiteBuilds } from './site';
import { readJson, type Storage } from './storage/storage';

export interface PruneSiteOptions {
  /** Former site builds that were replaced after this time are retained with their objects. */
  readonly since: Date;
  /** The releases whose scripts an open tab may still request. */
  readonly store: Storage;
  readonly shellVersions: readonly string[];
  readonly dryRun?: boolean;
  /** How long a request of another process may take; `PRUNE_SETTLES_MS` by default. */
  readonly settlesMs?: number;
}

/**
 * Removes site builds and objects that are no longer needed: not the current site build, the newest, those
 * replaced after `since`, and the scripts of the shells in the store. A prune records what it will remove and
 * then reads the site builds again; a site builder writes its site build and then reads the record
 * (`siteBucketAt`). So one of both finds the other. Another prune, or a site builder that needs one of the
 * objects, stops this one by replacing the record: it ends within `PRUNE_OWNS_MS`, by no clock but its own,
 * and may have been killed.
 * @returns the site builds and the other objects that were removed.
 * @throws UserError when it was stopped, or the site cannot be read.
 */
export async function pruneSite(
  site: Storage,
  { since, store, shellVersions, dryRun = false, settlesMs = PRUNE_SETTLES_MS }: PruneSiteOptions,
): Promise<{ readonly siteBuilds: readonly string[]; readonly objects: readonly string[] }> {
  const shells = await shellFiles(store, shellVersions);
  const unneeded = () => findUnneeded(site, since, shells);
  const found = await unneeded();
  if (dryRun || found.siteBuilds.length + found.objects.length === 0) return found;

  const stored = await readJson(site, PRUNE_OBJECT, pruneSchema);
  // The prune before may still remove what it has recorded until it has stopped.
  const others = stored?.value.objects ?? [];
  const objectsOfAll = [...new Set([...found.siteBuilds, ...found.objects, ...others])];
  const record = { at: Date.now(), id: randomUUID(), objects: objectsOfAll };
  if (!(await site.replace(PRUNE_OBJECT, Buffer.from(JSON.stringify(record)), stored?.tag))) {
    throw stopped(site);
  }
  await delay(settlesMs);
  const again = await unneeded();
  const recorded = new Set(record.objects);
  const siteBuilds = again.siteBuilds.filter((object) => recorded.has(object));
  const objects = again.objects.filter((object) => recorded.has(object));
  const whileOwned = ownerOf(site, record.id);
  const remove = async (object: string) => site.remove(object, await whileOwned());
  // Site builds are removed before their objects, so that none is left without them.
  await inParallel(siteBuilds, remove);
  await inParallel(objects, remove);
  const { tag } = await requireOwn(site, record.id);
  await site.replace(PRUNE_OBJECT, Buffer.from(JSON.stringify({ ...record, objects: [] })), tag);
  return { siteBuilds, objects };
}

/** @returns a function whose signal ends a removal that might not be allowed any more. @throws UserError */
function ownerOf(site: Storage, id: string): () => Promise<AbortSignal> {
  let confirmedAt = -Infinity;
  let confirming: Promise<unknown> | undefined;
  return async () => {
    const began = performance.now();
    if (began - confirmedAt > PRUNE_OWNS_MS / 2) {
      confirming ??= requireOwn(site, id)
        .then(() => (confirmedAt = began))
        .finally(() => (confirming = undefined));
      await confirming;
    }
    return AbortSignal.timeout(Math.max(0, Math.floor(confirmedAt + PRUNE_OWNS_MS - performance.now())));
  };
}

/** @returns the record. @throws UserError when another process has replaced it. */
async function requireOwn(site: Storage, id: string) {
  const stored = await readJson(site, PRUNE_OBJECT, pruneSchema);
  if (stored?.value.id === id) return stored;
  throw stopped(site);
}

function stopped({ address }: Storage): UserError {
  return new UserError(
    `The prune of ${address} was stopped by another one, or by a site builder that needs what was to be removed. Try again.`,
  );
}

/** Where the site has the files of these shells, without copies and deltas. */
async function shellFiles(store: Storage, versions: readonly string[]): Promise<ReadonlySet<string>> {
  const lists = await inParallel(versions, async (version) => {
    const release = await listedFiles(store, 'shell', version);
    return release ? Object.keys(release.files).map((file) => shellAddress(release, file)) : [];
  });
  return new Set(lists.flat());
}

async function findUnneeded(site: Storage, since: Date, shells: ReadonlySet<string>) {
  const pointer = await readJson(site, POINTER_OBJECT, pointerSchema);
  if (!pointer) throw new UserError(`Nothing is built in ${site.address}.`);
  const current = manifestObject(pointer.value.id);
  // Objects are listed before the site builds, so that those of a later one are not among them.
  const names = [...(await site.list('files/')), ...(await site.list('shell/'))];
  // A listing may be older than the pointer.
  const listed = new Set([...(await site.list('site-builds/')), current]);
  const manifests = await inParallel([...listed], async (name) => {
    const stored = await site.read(name);
    return stored && { name, time: stored.modified.getTime(), bytes: stored.bytes };
  });
  const all = manifests.filter((manifest) => manifest !== undefined);
  const needed = retainedSiteBuilds(all, current, since.getTime());
  const inUse = new Set(
    needed.flatMap(({ bytes, name }) => Object.values(requireJson(bytes, siteManifestSchema, name).files)),
  );
  const rest = names.filter((name) => !inUse.has(name) && !shells.has(originalOf(name)));
  // A young object may belong to a site build that is under way.
  const isOld = await inParallel(rest, async (name) => {
    const stored = await site.read(name);
    return stored !== undefined && stored.modified < since;
  });
  return {
    siteBuilds: all.filter((manifest) => !needed.includes(manifest)).map(({ name }) => name),
    objects: rest.filter((_name, index) => isOld[index]),
  };
}
