import { UserError } from '../tools/user-error';
import { integrityProblems } from '../store/integrity';
import { inParallel } from '../tools/in-parallel';
import { type Keys, ownKeys } from '../store/keys/keys';
import { packedFolder } from '../tools/locations';
import { readVerifiedRelease } from '../store/release-file';
import { RELEASE_FILE, type Release } from '../formats/release';
import { folderStorage } from '../store/storage/folder';
import { ownStorage } from '../store/storage/own';
import type { Storage } from '../store/storage/storage';

export interface PublishWish {
  readonly part: string;
  readonly version: string;
  /** Where the release was packed. */
  readonly from?: Storage;
  readonly storage?: Storage;
  readonly keys?: Keys;
  readonly dryRun?: boolean;
  /** Told after every file. */
  readonly onProgress?: (done: number, all: number) => void;
}

export interface Published {
  readonly release: Release;
  readonly files: number;
  readonly bytes: number;
  /** `false` when the store has these very bytes already, or nothing was to be done in earnest. */
  readonly changed: boolean;
}

/**
 * Brings a packed release into the store: its files, then a look at every one of them as the store gives it back,
 * and `release.json` last, so that half a release is none. An interrupted publication is taken up where it ended.
 * @throws UserError when the store has another release of that version, or the packed one is not whole.
 */
export async function publish(wish: PublishWish): Promise<Published> {
  const { part, version, from = folderStorage(packedFolder), storage = ownStorage(), keys = ownKeys } = wish;
  const name = `${part}@${version}`;
  const release = await readVerifiedRelease(from, part, version, keys);
  if (!release) {
    throw new UserError(`${name} is not packed on this machine: npm run release -- pack ${part} does that.`);
  }
  await requireWhole(from, release);

  const place = `${part}/${version}/`;
  const signed = await readAgain(from, place + RELEASE_FILE);
  const present = await storage.read(place + RELEASE_FILE);
  const names = (await from.list(place)).filter((file) => file !== place + RELEASE_FILE);
  if (present) {
    if (present.bytes.equals(signed)) return { release, files: names.length + 1, bytes: 0, changed: false };
    throw new UserError(`${name} is published already, with other bytes: choose another version.`);
  }

  let done = 0;
  const sizes = await inParallel(names, async (file) => {
    const bytes = await readAgain(from, file);
    if (!wish.dryRun) await bring(storage, file, bytes);
    wish.onProgress?.(++done, names.length);
    return bytes.length;
  });
  const published = { release, files: names.length + 1, bytes: sum(sizes) + signed.length };
  if (wish.dryRun) return { ...published, changed: false };

  await requireWhole(storage, release);
  await bring(storage, place + RELEASE_FILE, signed);
  await readVerifiedRelease(storage, part, version, keys);
  return { ...published, changed: true };
}

/** What an interrupted publication has left is taken as it is, when it is the same. */
async function bring(storage: Storage, file: string, bytes: Buffer): Promise<void> {
  if (await storage.create(file, bytes)) return;
  if ((await storage.read(file))?.bytes.equals(bytes)) return;
  throw new UserError(
    `${storage.address}/${file} is there already with other bytes, and nothing that is published is ever overwritten.`,
  );
}

async function requireWhole(storage: Storage, release: Release): Promise<void> {
  const [problem, ...more] = await integrityProblems(storage, release);
  if (!problem) return;
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  throw new UserError(
    `${release.name}@${release.version} in ${storage.address} is not whole: ${problem}${others}.`,
  );
}

async function readAgain(storage: Storage, name: string): Promise<Buffer> {
  const stored = await storage.read(name);
  if (!stored) throw new UserError(`${storage.address}/${name} has gone while it was read.`);
  return stored.bytes;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
