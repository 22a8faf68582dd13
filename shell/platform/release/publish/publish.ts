import { type Release, RELEASE_FILE } from '../../formats/release';
import { integrityProblems } from '../../store/integrity';
import type { Keys } from '../../store/keys/local-keys';
import { readHead } from '../../store/registry-history';
import { releasesInService } from '../../store/registry-status';
import { writeDeltas } from '../../store/release-deltas';
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
 * an incomplete release is not a release. An interrupted publish can be repeated and continues.
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
  await requireIntact(from, release);
  const names = (await from.list(prefix)).filter((file) => file !== prefix + RELEASE_FILE);
  if (present) {
    // Other releases may have come into service since it was published.
    if (!options.dryRun) await writeDeltasToReleasesInService(storage, release, keys);
    return { release, files: names.length + 1, bytes: 0, changed: false };
  }

  let done = 0;
  const sizes = await inParallel(names, async (file) => {
    const bytes = await readRequired(from, file);
    if (!options.dryRun) await upload(storage, file, bytes);
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

/** A file that an interrupted publish has left is accepted when it has the same bytes. */
async function upload(storage: Storage, file: string, bytes: Buffer): Promise<void> {
  if (await storage.create(file, bytes)) return;
  if ((await storage.read(file))?.bytes.equals(bytes)) return;
  throw new UserError(
    `${storage.address}/${file} exists already with other bytes. Published files are never overwritten: choose another version.`,
  );
}

async function requireIntact(storage: Storage, release: Release): Promise<void> {
  const [problem, ...more] = await integrityProblems(storage, release);
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
