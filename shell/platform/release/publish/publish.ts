import { compressed } from '../../formats/compressed';
import { integrityOf } from '../../formats/integrity-of';
import { isShared, originalOf, type Release, RELEASE_FILE, storedAt } from '../../formats/release';
import { integrityProblems, storedFiles } from '../../store/integrity';
import type { Keys } from '../../store/keys/local-keys';
import { readHead } from '../../store/registry-history';
import { releasesInService } from '../../store/registry-status';
import { writeDeltas } from '../../store/release-deltas';
import { hasSharedFiles } from '../../store/shared-files';
import { readVerifiedRelease, type StoreAccess, storeOf } from '../../store/releases';
import { folderStorage } from '../../store/storage/folder';
import type { Storage } from '../../store/storage/storage';
import { inParallel } from '../../../packages/node/in-parallel';
import { packedFolder } from '../../store/locations';
import { ignoreUserError, UserError } from '../../../packages/node/user-error';

export interface PublishOptions extends StoreAccess {
  readonly app: string;
  readonly version: string;
  /** Where the packed release is; by default this machine's folder of packed releases. */
  readonly from?: Storage;
  readonly dryRun?: boolean;
  readonly onProgress?: (done: number, all: number) => void;
}

/**
 * Copies a packed release to the store, reads every file back and verifies it, and writes `release.json` last, so that
 * an incomplete release is not a release. A repeated publish continues one that was interrupted, and restores files that the store has lost.
 * @returns also whether it has changed the store, which is `false` in a dry run.
 * @throws UserError when the store has another release with this version, or the packed release is incomplete.
 */
export async function publish(options: PublishOptions) {
  const { app, version, from = folderStorage(packedFolder) } = options;
  const { storage, keys } = storeOf(options);
  const name = `${app}@${version}`;
  const release = await readVerifiedRelease(from, app, version, keys);
  if (!release) {
    throw new UserError(`${name} is not packed on this machine. Run npm run release -- pack ${app} first.`);
  }
  const prefix = `${app}/${version}/`;
  const signed = await readRequired(from, prefix + RELEASE_FILE);
  const present = await storage.read(prefix + RELEASE_FILE);
  if (present && !present.bytes.equals(signed)) {
    throw new UserError(`${name} is published already, with other bytes. Choose another version.`);
  }
  await requireIntact(from, release, true);
  const names = (await from.list(prefix))
    .map((file) => file.slice(prefix.length))
    .filter((file) => file !== RELEASE_FILE);
  if (present) {
    // Other releases may have come into service since it was published.
    if (!options.dryRun) await writeDeltasToReleasesInService(storage, release, keys);
    const isRepeated =
      options.dryRun ||
      ((await isComplete(storage, release, names)) &&
        (await integrityProblems(storage, release)).length === 0);
    if (isRepeated) {
      return { release, files: names.length + 1, bytes: 0, changed: false };
    }
  }

  let done = 0;
  const sizes = await inParallel(names, async (file) => {
    const isSharedFile = isShared(release, originalOf(file));
    const bytes = await (isSharedFile ? sharedBytes(from, release, file) : readRequired(from, prefix + file));
    if (!options.dryRun) await (isSharedFile ? share : upload)(storage, storedAt(release, file), bytes);
    options.onProgress?.(++done, names.length);
    return bytes.length;
  });
  const bytes = sizes.reduce((total, size) => total + size, signed.length);
  const published = { release, files: names.length + 1, bytes };
  if (options.dryRun) return { ...published, changed: false };

  await writeDeltasToReleasesInService(storage, release, keys);
  await requireIntact(storage, release);
  await upload(storage, prefix + RELEASE_FILE, signed);
  await readVerifiedRelease(storage, app, version, keys);
  if (!(await isComplete(storage, release, names))) {
    throw new UserError(
      `A prune is removing files that ${name} shares. Publish it again when the prune has ended; one that was killed must be run again.`,
    );
  }
  return { ...published, changed: true };
}

/** Visitors may have the scripts of the releases in service, so that these can be dictionaries (decision 0320). */
async function writeDeltasToReleasesInService(storage: Storage, release: Release, keys: Keys): Promise<void> {
  // A team can publish while the operators repair the registry.
  const head = await readHead(storage, keys).catch(ignoreUserError);
  const versions = head ? releasesInService(head.entry.registry.registry) : [];
  await writeDeltas(
    storage,
    release,
    versions
      .filter(({ app, version }) => app === release.name && version !== release.version)
      .map(({ version }) => version),
  );
}

/**
 * What other releases get as well: nothing but listed files and copies that are made here, because code that a build
 * runs may write a copy that some browsers cannot read, and may write it after the release was verified.
 */
async function sharedBytes(from: Storage, release: Release, file: string): Promise<Buffer> {
  const original = originalOf(file);
  const bytes = await readRequired(from, `${release.name}/${release.version}/${original}`);
  const extension = file.slice(original.length);
  if (integrityOf(bytes) === release.files[original]?.integrity) {
    if (extension === '') return bytes;
    if (extension === '.br' || extension === '.gz') return compressed(bytes, extension);
  }
  throw new UserError(`${from.address} has changed while ${file} was being published.`);
}

/** Uses a shared file that is there, and makes it new, so that no prune removes it. Otherwise it is created. */
async function share(storage: Storage, file: string, bytes: Buffer): Promise<void> {
  const stored = await storage.read(file);
  // Another version of the program that compresses makes other copies of the same content; they are verified afterwards.
  const isCopy = originalOf(file) !== file;
  if (stored && !isCopy && !stored.bytes.equals(bytes)) {
    throw new UserError(
      `${storage.address}/${file} has other bytes than its name says, so somebody has changed it. Restore it, or remove it and publish again.`,
    );
  }
  // Another process has written or removed it in the meantime.
  if (!(await storage.replace(file, stored?.bytes ?? bytes, stored?.tag))) await share(storage, file, bytes);
}

/** A file that an interrupted publish has left is accepted when it has the same bytes. */
async function upload(storage: Storage, file: string, bytes: Buffer): Promise<void> {
  if (await storage.create(file, bytes)) return;
  if ((await storage.read(file))?.bytes.equals(bytes)) return;
  throw new UserError(
    `${storage.address}/${file} exists already with other bytes. Published files are never overwritten: choose another version.`,
  );
}

/** @returns whether all packed files are in the store, with their compressed copies, and stay there. */
async function isComplete(storage: Storage, release: Release, names: readonly string[]): Promise<boolean> {
  // This comes first, so that what a prune has removed that has ended by now is missing in the list.
  if (!(await hasSharedFiles(storage, release.name, release.version))) return false;
  const stored = await storedFiles(storage, release);
  return names.every((name) => stored.has(storedAt(release, name)));
}

async function requireIntact(storage: Storage, release: Release, isPacked = false): Promise<void> {
  const [problem, ...more] = await integrityProblems(storage, release, isPacked);
  if (!problem) return;
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  throw new UserError(
    `${release.name}@${release.version} in ${storage.address} is not intact: ${problem}${others}.`,
  );
}

async function readRequired(storage: Storage, name: string): Promise<Buffer> {
  const stored = await storage.read(name);
  if (!stored) throw new UserError(`${storage.address}/${name} was removed while it was being published.`);
  return stored.bytes;
}
