import { deltaName, scriptOfDelta, stemOf } from '../formats/deltas';
import { libraryFiles, type Release } from '../formats/release';
import { inParallel } from '../../packages/node/in-parallel';
import { encodeDelta, hashOfDictionary } from './delta';
import type { Storage } from './storage/storage';

type Released = Pick<Release, 'name' | 'version' | 'files'>;

export type Dictionaries = (script: string) => Promise<ReadonlyMap<string, Buffer>>;

/** Writes deltas that are smaller than compressed copies. @param versions that visitors may have. */
export async function writeDeltas(
  storage: Storage,
  { name: app, version, files }: Released,
  versions: readonly string[],
): Promise<void> {
  if (versions.length === 0) return;
  const prefix = `${app}/${version}/`;
  const present = new Set(await storage.list(prefix));
  const libraries = app === 'shell' ? libraryFiles({ files }) : [];
  for (const other of versions) {
    const former = await scriptsByStem(storage, `${app}/${other}/`);
    await inParallel(Object.entries(files), async ([script, { brotliBytes }]) => {
      const name = former.get(stemOf(script) ?? '');
      // The shell's libraries keep their address while their bytes are the same.
      const isCached = libraries.includes(script) && name?.endsWith(`/${script}`);
      if (name === undefined || isCached) return;
      const bytes = (await storage.read(prefix + script))?.bytes;
      const dictionary = (await storage.read(name))?.bytes;
      if (!bytes || !dictionary) return;
      const target = prefix + deltaName(script, hashOfDictionary(dictionary));
      if (present.has(target)) return;
      const delta = await encodeDelta(bytes, dictionary);
      if (delta.length < brotliBytes) await storage.create(target, delta);
    });
  }
}

async function scriptsByStem(storage: Storage, prefix: string): Promise<ReadonlyMap<string, string>> {
  const names = await storage.list(prefix);
  return new Map(
    names.flatMap((name): [string, string][] => {
      const stem = stemOf(name.slice(prefix.length));
      return stem === undefined ? [] : [[stem, name]];
    }),
  );
}

/** The dictionaries in a store. Each script is read once. */
export function dictionariesIn(storage: Storage, app: string): Dictionaries {
  let listed: Promise<readonly string[]> | undefined;
  const byStem = new Map<string, Promise<ReadonlyMap<string, Buffer>>>();
  const read = async (stem: string) => {
    const names = (await (listed ??= storage.list(`${app}/`))).filter((name) => {
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

export async function pruneDeltas(storage: Storage, app: string): Promise<void> {
  const dictionaries = dictionariesIn(storage, app);
  await inParallel(await storage.list(`${app}/`), async (name) => {
    const script = scriptOfDelta(name)?.split('/').at(-1);
    if (script === undefined) return;
    const hashes = [...(await dictionaries(script)).keys()];
    if (!hashes.some((hash) => name.endsWith(`/${deltaName(script, hash)}`))) await storage.remove(name);
  });
}
