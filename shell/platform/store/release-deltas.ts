import { deltaName, scriptOfDelta, stemOf } from '../formats/deltas';
import { type Release, storedAt } from '../formats/release';
import { inParallel } from '../../packages/node/in-parallel';
import { ignoreUserError } from '../../packages/node/user-error';
import { encodeDelta, hashOfDictionary } from './delta';
import { listedFiles } from './shared-files';
import { ignoreInvalidName, type InvalidName } from './storage/names';
import type { Storage } from './storage/storage';

type Released = Pick<Release, 'name' | 'version' | 'files' | 'sharesFiles'>;

export type Dictionaries = (script: string) => Promise<ReadonlyMap<string, Buffer>>;

/** Writes deltas that are smaller than compressed copies. @param versions that visitors may have. */
export async function writeDeltas(
  storage: Storage,
  release: Released,
  versions: readonly string[],
): Promise<void> {
  if (versions.length === 0) return;
  const { name: app, files } = release;
  for (const other of versions) {
    const former = await scriptsByStem(storage, app, other);
    await inParallel(Object.entries(files), async ([script, { brotliBytes }]) => {
      const name = former.get(stemOf(script) ?? '');
      const address = storedAt(release, script);
      if (name === undefined || name === address) return;
      const bytes = (await storage.read(address))?.bytes;
      const dictionary = (await storage.read(name))?.bytes;
      if (!bytes || !dictionary) return;
      const target = deltaName(address, hashOfDictionary(dictionary));
      if (await storage.read(target)) return;
      const delta = await encodeDelta(bytes, dictionary);
      if (delta.length < brotliBytes) await storage.create(target, delta);
    });
  }
}

/** Where the scripts of a release are, by the parts of their names that stay the same. */
async function scriptsByStem(storage: Storage, app: string, version: string) {
  // A publish does not depend on what is wrong with another release.
  const release = await listedFiles(storage, app, version).catch(ignoreUserError);
  return new Map(
    Object.keys(release?.files ?? {}).flatMap((name): [string, string][] => {
      const stem = stemOf(name);
      return release === undefined || stem === undefined ? [] : [[stem, storedAt(release, name)]];
    }),
  );
}

/** The dictionaries in a store. Each script is read once. */
export function dictionariesIn(storage: Storage, app: string): Dictionaries {
  let listed: Promise<readonly string[]> | undefined;
  const byStem = new Map<string, Promise<ReadonlyMap<string, Buffer>>>();
  const read = async (stem: string) => {
    const names = (await (listed ??= storage.list(`${app}/`, ignoreInvalidName))).filter((name) => {
      const [, , file = '', ...below] = name.split('/');
      return below.length === 0 && stemOf(file) === stem;
    });
    const found = await inParallel(names, async (name): Promise<[string, Buffer][]> => {
      const bytes = (await storage.read(name))?.bytes;
      return bytes ? [[hashOfDictionary(bytes), bytes]] : [];
    });
    return new Map(found.flat());
  };
  return async (script) => {
    const stem = stemOf(script) ?? '';
    const found = byStem.get(stem) ?? read(stem);
    byStem.set(stem, found);
    return found;
  };
}

/** @param onInvalid gets each name below the app that is not valid. */
export async function pruneDeltas(
  storage: Storage,
  app: string,
  onInvalid: (error: InvalidName) => void,
): Promise<void> {
  const dictionaries = dictionariesIn(storage, app);
  await inParallel(await storage.list(`${app}/`, onInvalid), async (name) => {
    const script = scriptOfDelta(name)?.split('/').at(-1);
    if (script === undefined) return;
    const hashes = [...(await dictionaries(script)).keys()];
    if (!hashes.some((hash) => name.endsWith(`/${deltaName(script, hash)}`))) await storage.remove(name);
  });
}
