import { randomUUID } from 'node:crypto';
import {
  access,
  link,
  lstat,
  lutimes,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inParallel } from '../tools/in-parallel';
import { hasEnded, isOlderThan, OURSELVES } from '../tools/lock-holder';
import { inTurn } from '../tools/lock';

/** How many compositions stay beside the one in use: the way back, and what a slow reader may still have open. */
const KEPT = 3;
/** How long every composition stays, in milliseconds: releases may move faster than an answer is read. */
const KEPT_MS = 60_000;
/** No composer works at one thing for so long; in milliseconds. */
const ABANDONED_MS = 60 * 60 * 1000;
/** Text that a composition makes itself; what comes from releases is compressed already. */
const COMPRESSIBLE = /\.(?:html|json|xml|txt)$/;
/**
 * Within 2 % of the best (11) and 8 % below level 6: 30 ms of processor time a page instead of 75, and of 4. On a slow
 * line those 1.3 KB of a page are worth more than a second of a composition.
 */
const QUALITY = 10;

/** A file of a composition: made here, or one that is there already. */
export type SiteFile = { readonly text: string } | { readonly from: string };

/** What became of a composition that was to be used. */
export type Swap = 'used' | 'outdated' | 'older data';

export interface SwapOptions {
  /** When its data was asked for, in milliseconds since 1970; now unless said otherwise. */
  readonly askedAt?: number;
  /** Whether the registry that it was made from is still the one in force; it is unless said otherwise. */
  readonly isInForce?: () => Promise<boolean>;
}

/**
 * The folder of a site: `compositions/<id>/`, and `current`, which leads to one of them and is as old as the data in
 * there.
 */
export function siteFolderAt(folder: string) {
  const compositions = path.join(folder, 'compositions');
  const current = path.join(folder, 'current');

  return {
    compositions,
    /** The composition in use. */
    async currentId(): Promise<string | undefined> {
      return readlink(current).then(
        (target) => path.basename(target),
        () => undefined,
      );
    },

    /**
     * Writes a composition beside its place and moves it there when it is complete.
     * Pages that are the same in `before` are taken from there with their compressed copies.
     */
    async write(id: string, files: ReadonlyMap<string, SiteFile>, before: string | undefined): Promise<void> {
      const target = path.join(compositions, id);
      // Another composer was faster, and visitors may be in there: equal ids are equal files.
      if (await isThere(target)) return;
      const partial = partialOf(target);
      await mkdir(partial, { recursive: true });
      try {
        await inParallel([...files], async ([name, file]) => {
          const place = path.join(partial, name);
          await mkdir(path.dirname(place), { recursive: true });
          if ('from' in file) return linkOrCopy(file.from, place);
          const old = before && path.join(compositions, before, name);
          if (!old || !(await reuse(old, place, file.text))) await writeCompressed(place, file.text);
        });
        await rename(partial, target);
      } catch (error) {
        await rm(partial, { recursive: true, force: true });
        // A folder never replaces one that holds something.
        if (!(await isThere(target))) throw error;
      }
    },

    /**
     * Leads visitors to a composition, from one moment to the next. Composers take turns at it, so that a slow one
     * never puts an older registry, or older data of the same, in place of what a faster one has brought.
     */
    async use(id: string, options: SwapOptions = {}): Promise<Swap> {
      const { askedAt = Date.now(), isInForce = async () => true } = options;
      return inTurn(path.join(folder, 'swaps'), async (isStillOurs) => {
        if (!(await isInForce())) return 'outdated';
        if (await isNewer(current, id, askedAt)) return 'older data';
        const next = partialOf(current);
        await symlink(path.join('compositions', id), next);
        await lutimes(next, askedAt / 1000, askedAt / 1000);
        // Whoever was asleep for longer than a turn has to begin again.
        if (await isStillOurs()) return rename(next, current).then(() => 'used');
        await rm(next, { force: true });
        return 'outdated';
      });
    },

    /** Removes all but the newest compositions and the one in use, and what killed composers have left. */
    async sweep(): Promise<void> {
      const used = await this.currentId();
      const ids = (await readdir(compositions)).filter((name) => !name.endsWith('.partial')).sort();
      for (const id of ids.slice(0, -KEPT)) {
        const place = path.join(compositions, id);
        if (id !== used && (await isOlderThan(place, KEPT_MS)))
          await rm(place, { recursive: true, force: true });
      }
      for (const place of [folder, compositions, path.join(folder, 'swaps')]) await removeAbandoned(place);
    },
  };
}

/** Half-made things carry their maker's name: whoever comes later can tell whether it still works at them. */
function partialOf(target: string): string {
  return `${target}.${OURSELVES}.${randomUUID()}.partial`;
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.partial')) continue;
    const place = path.join(folder, name);
    const [, owner = ''] = /\.([\w-]+~\d+)\.[^.]+\.partial$/.exec(name) ?? [];
    if (hasEnded(owner) || (await isOlderThan(place, ABANDONED_MS)))
      await rm(place, { recursive: true, force: true });
  }
}

/** Whether what is in use was made from the same registry and from data of a later time. */
async function isNewer(current: string, id: string, askedAt: number): Promise<boolean> {
  const revisionOf = (composition: string) => composition.split('-')[0];
  const used = await readlink(current).catch(() => undefined);
  if (used === undefined || revisionOf(path.basename(used)) !== revisionOf(id)) return false;
  const { mtimeMs } = await lstat(current);
  // A clock that was put back must not stop the site from moving on.
  return mtimeMs > askedAt && mtimeMs <= Date.now();
}

async function isThere(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}

/** @returns whether the old file holds this text, and now stands in the new place as well. */
async function reuse(old: string, place: string, text: string): Promise<boolean> {
  if ((await readFile(old, 'utf8').catch(() => undefined)) !== text) return false;
  try {
    const endings = COMPRESSIBLE.test(place) ? ['', '.br', '.gz'] : [''];
    for (const ending of endings) await linkOrCopy(old + ending, place + ending);
    return true;
  } catch {
    // One that was half swept away is made again.
    return false;
  }
}

async function writeCompressed(place: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await writeReplacing(place, bytes);
  if (!COMPRESSIBLE.test(place)) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes),
  ]);
  await Promise.all([writeReplacing(`${place}.br`, brotli), writeReplacing(`${place}.gz`, gzipped)]);
}

/** Never writes into a file that another composition links to. */
async function writeReplacing(place: string, bytes: Buffer): Promise<void> {
  await rm(place, { force: true });
  await writeFile(place, bytes);
}

/** The same file under another name costs no space; across file systems it is copied. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await rm(to, { force: true });
    await link(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'EMLINK') throw error;
    await writeFile(to, await readFile(from));
  }
}
