import { randomUUID } from 'node:crypto';
import {
  access,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inParallel } from '../in-parallel';

/** How many compositions stay beside the one in use: the way back, and what a slow reader may still have open. */
const KEPT = 3;
/** How long every composition stays, in milliseconds: releases may move faster than an answer is read. */
const KEPT_MS = 60_000;
/** Text that a composition makes itself; what comes from releases is compressed already. */
const COMPRESSIBLE = /\.(?:html|json|xml|txt)$/;
/** Nearly as small as the best and a tenth of its time: whole sites are composed in seconds. */
const QUALITY = 6;

/** A file of a composition: made here, or one that is there already. */
export type SiteFile = { readonly text: string } | { readonly from: string };

/** The folder of a site: `compositions/<id>/`, and `current`, which leads to one of them. */
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
      const partial = `${target}.${randomUUID()}.partial`;
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

    /** Leads visitors to a composition, from one moment to the next. */
    async use(id: string): Promise<void> {
      const next = `${current}.${randomUUID()}.partial`;
      await symlink(path.join('compositions', id), next);
      await rename(next, current);
    },

    /** Removes all but the newest compositions and the one in use. */
    async sweep(): Promise<void> {
      const used = await this.currentId();
      const ids = (await readdir(compositions)).filter((name) => !name.endsWith('.partial')).sort();
      for (const id of ids.slice(0, -KEPT)) {
        if (id !== used && !(await isYoung(path.join(compositions, id))))
          await rm(path.join(compositions, id), { recursive: true, force: true });
      }
    },
  };
}

/** One that is gone has been swept by another composer. */
async function isYoung(folder: string): Promise<boolean> {
  const made = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return made !== undefined && Date.now() - made.mtimeMs < KEPT_MS;
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
