import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../formats/parse-json';
import { originalOf, RELEASE_FILE, SHARED_FOLDER, type StoredRelease, storedAt } from '../formats/release';
import { MAX_RELEASE_FILE_BYTES } from '../formats/validate-release';
import { inParallel } from '../../packages/node/in-parallel';
import { removeDeltas } from './delta';
import { ignoreInvalidName, InvalidName } from './storage/names';
import { readJson, type Storage } from './storage/storage';

const listedFilesSchema = z.object({
  release: z.object({
    sharesFiles: z.literal(true).exactOptional(),
    files: z.record(z.string(), z.object({ integrity: z.string() })),
  }),
});

/** The shared files that a `prune` removes at the moment, or was killed while it removed them. */
const removalSchema = z.object({ names: z.array(z.string()), id: z.string() });

/**
 * Only operators write this object. No version has its name, and neither has the folder of shared files, because the prune of an
 * earlier package takes that for a version, and may have left its own record of a removal.
 */
const removalOf = (app: string) => `checks/uses/${app}/shared-files.json`;

/**
 * The files that a release of the store lists. Its signature is not verified.
 * @returns `undefined` without a release. @throws InvalidName when it cannot be read.
 */
export async function listedFiles(
  storage: Storage,
  app: string,
  version: string,
): Promise<StoredRelease | undefined> {
  const name = `${app}/${version}/${RELEASE_FILE}`;
  const stored = await storage.read(name);
  if (!stored) return undefined;
  const isTooLarge = stored.bytes.length > MAX_RELEASE_FILE_BYTES;
  const release = isTooLarge ? undefined : parseJson(stored.bytes, listedFilesSchema)?.release;
  if (!release) throw new InvalidName(`${name} is not a valid release.`);
  return { name: app, version, ...release };
}

/** The versions of an app in the store. */
export async function versionsOf(storage: Storage, app: string): Promise<readonly string[]> {
  return (await storage.folders(`${app}/`)).filter((folder) => folder !== SHARED_FOLDER);
}

/** Where a release has files that it shares, without copies and deltas. */
async function sharedFilesOf(storage: Storage, app: string, version: string): Promise<readonly string[]> {
  const release = await listedFiles(storage, app, version);
  if (!release) return [];
  const names = Object.keys(release.files).map((file) => storedAt(release, file));
  return names.filter((name) => name.startsWith(`${app}/${SHARED_FOLDER}/`));
}

/**
 * Whether all shared files of a published release are in the store, and stay there. A `prune` first names what it removes and then
 * reads the releases, while this comes after `release.json` was written: one of both knows of the other.
 */
export async function hasSharedFiles(storage: Storage, app: string, version: string): Promise<boolean> {
  const shared = await sharedFilesOf(storage, app, version);
  if (shared.length === 0) return true;
  const removal = await readRemoval(storage, app);
  const stored = new Set(await storage.list(`${app}/${SHARED_FOLDER}/`, ignoreInvalidName));
  return shared.every((name) => stored.has(name) && !removal?.value.names.includes(name));
}

interface PruneSharedFiles {
  readonly since: Date;
  readonly dryRun: boolean;
  readonly pruned?: readonly string[];
}

/**
 * Removes the shared files that no release lists, with their copies and deltas, except those that a publish has used since.
 * @param options.pruned the versions that a dry run would have removed before.
 * @returns how many. @throws InvalidName when a release cannot be read, because it may list any of them.
 */
export async function pruneSharedFiles(
  storage: Storage,
  app: string,
  { since, dryRun, pruned = [] }: PruneSharedFiles,
): Promise<number> {
  const former = await readRemoval(storage, app);
  const unused = await unusedFiles(storage, app, since, dryRun ? pruned : []);
  if (dryRun || (unused.length === 0 && !former)) return unused.length;
  const id = randomUUID();
  const announced = Buffer.from(JSON.stringify({ names: unused.map(originalOf), id }));
  if (!(await storage.replace(removalOf(app), announced, former?.tag))) return 0;
  // A release that was published meanwhile may list some of them.
  const still = new Set(await unusedFiles(storage, app, since));
  const removed = unused.filter((name) => still.has(name));
  const isOwn = async () => (await readRemoval(storage, app))?.value.id === id;
  if (await isOwn()) await removeDeltas(storage, app, removed);
  // A release whose original is missing is incomplete, so originals go first: after a kill, publishing it again restores all.
  for (const isCopy of [false, true]) {
    await inParallel(
      removed.filter((name) => (originalOf(name) !== name) === isCopy),
      async (name) => {
        // Another prune takes over from one that was killed or suspended.
        if (await isOwn()) await storage.remove(name);
      },
    );
  }
  if (await isOwn()) await storage.remove(removalOf(app));
  return removed.length;
}

async function unusedFiles(
  storage: Storage,
  app: string,
  since: Date,
  pruned: readonly string[] = [],
): Promise<readonly string[]> {
  const versions = (await versionsOf(storage, app)).filter((version) => !pruned.includes(version));
  const used = new Set(
    (await inParallel(versions, (version) => sharedFilesOf(storage, app, version))).flat(),
  );
  const names = await storage.list(`${app}/${SHARED_FOLDER}/`, ignoreInvalidName);
  const unused = names.filter((name) => !used.has(originalOf(name)));
  const recent = new Set<string>();
  await inParallel(unused, async (name) => {
    const stored = await storage.read(name);
    if (stored && stored.modified >= since) recent.add(originalOf(name));
  });
  return unused.filter((name) => !recent.has(originalOf(name)));
}

const readRemoval = (storage: Storage, app: string) => readJson(storage, removalOf(app), removalSchema);
