import { randomUUID } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { SITE_BUILD_FILE } from '../formats/site-build';
import { deltaName, PAGE_FILES } from '../formats/deltas';
import { inParallel } from '../../packages/node/in-parallel';
import { hasEnded, isOlderThan, thisProcess } from '../../packages/node/lock';
import { errorCode, ignoreMissing } from '../../packages/node/user-error';
import { encodeDelta, hashOfDictionary, PAGE_LEVEL } from './delta';
import { type CurrentSiteBuild, retainedSiteBuilds, type Site } from './site';
import { parseName } from './storage/names';

/** Milliseconds for which a replaced site build is retained: several may be replaced during one response. */
const RETAINED_MS = 60_000;
/** The age in milliseconds at which a partial site build or link is abandoned. */
const ABANDONED_MS = 60 * 60 * 1000;
/** Text that the site builder writes; files of releases have compressed copies already. */
const COMPRESSIBLE = /\.(?:html|json|xml|txt)$/;
/**
 * Level 10 is within 2 % of the best (11) and 8 % smaller than level 6; a page takes 30 ms instead of 75 or
 * 4. The 1.3 KB per page are worth an extra second of site build.
 */
const BROTLI_QUALITY = 10;

/** How many switches are kept: a process cannot sleep through so many between two statements. */
const KEPT_SWITCHES = 1_000;

/**
 * `site-builds/<id>/`, `switches/<number>`, each a link to one of them, and the link `current`, which hosts follow. A
 * switch is a link under the next number, which only one process can create. `current` is a copy of the newest one.
 * @param isServed whether hosts serve the folder, and need copies for each encoding.
 */
export function siteFolderAt(folder: string, isServed = true) {
  const siteBuilds = path.join(folder, 'site-builds');
  const current = path.join(folder, 'current');
  const switches = path.join(folder, 'switches');
  const switchAt = (number: number) => path.join(switches, String(number).padStart(10, '0'));

  async function switchNumbers(): Promise<readonly number[]> {
    const names = (await readdir(switches).catch(ignoreMissing)) ?? [];
    return names.map(Number).sort((a, b) => a - b);
  }

  /** The newest switch, which counts. */
  async function newest(): Promise<CurrentSiteBuild | undefined> {
    const number = (await switchNumbers()).at(-1);
    if (number === undefined) return undefined;
    return { id: path.basename(await readlink(switchAt(number))), tag: String(number) };
  }

  /** The site build that hosts serve; `undefined` before the first one. */
  async function servedId(): Promise<string | undefined> {
    const target = await readlink(current).catch(ignoreMissing);
    return target && path.basename(target);
  }

  const site: Site & { readonly siteBuilds: string; readonly servedId: typeof servedId } = {
    address: folder,
    siteBuilds,
    servedId,
    current: newest,
    read: (id, name) => readFile(path.join(siteBuilds, id, name), 'utf8').catch(ignoreMissing),

    /** Renames a complete temporary folder. Unchanged pages are linked with their copies and deltas. */
    async write(id, files, before) {
      const target = path.join(siteBuilds, id);
      for (const name of files.keys()) parseName(name, `The site build ${id}`);
      // Another site builder has written it, and perhaps made it current: equal ids have equal files. It
      // becomes new, so that it stays.
      if (await renew(target)) return;
      const partial = partialOf(target);
      await mkdir(partial, { recursive: true });
      try {
        const deltasOf = deltasBelow();
        const folders = new Set([...files.keys()].map((name) => path.join(partial, path.dirname(name))));
        await inParallel([...folders], (folder) => mkdir(folder, { recursive: true }));
        await inParallel([...files], async ([name, file]) => {
          const to = path.join(partial, name);
          if ('from' in file) return linkOrCopy(file.from, to);
          const old = before && path.join(siteBuilds, before, name);
          if (old && 'render' in file && linkPage(old, to, isServed, deltasOf)) return;
          const bytes = Buffer.from('render' in file ? await file.render() : file.text);
          const former = old && (await readFile(old).catch(() => undefined));
          if (old && former && former.equals(bytes) && linkPage(old, to, isServed, deltasOf)) return;
          await writeFile(to, bytes);
          if (isServed && isCompressed(to)) await writeCompressed(to, bytes);
          if (former && PAGE_FILES.test(name)) await writeDeltas(to, bytes, former, isServed);
        });
        await rename(partial, target);
      } catch (error) {
        await rm(partial, { recursive: true, force: true });
        // The rename fails when another site builder has written the target in the meantime.
        if (!(await renew(target))) throw error;
      }
    },

    async swap(id, before) {
      const number = Number(before?.tag ?? 0) + 1;
      await mkdir(switches, { recursive: true });
      try {
        await symlink(path.join('..', 'site-builds', id), switchAt(number));
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return false;
        throw error;
      }
      // A process that has slept takes a number again that was removed meanwhile.
      const last = (await switchNumbers()).at(-1) ?? number;
      if (last - number >= KEPT_SWITCHES) {
        await rm(switchAt(number), { force: true });
        return false;
      }
      await site.complete();
      // What was replaced counts as new from now on, and is removed after those that were replaced before.
      if (before) await renew(path.join(siteBuilds, before.id));
      return true;
    },

    async complete() {
      for (;;) {
        const switched = await newest();
        // It is compared again, because a slower process may have copied an older switch.
        if (switched === undefined || (await servedId()) === switched.id) return;
        const next = partialOf(current);
        await symlink(path.join('site-builds', switched.id), next);
        await rename(next, current);
      }
    },

    /** Removes all but the newest site builds and the current one, and partial files of ended site builders. */
    async sweep() {
      const names = (await readdir(siteBuilds)).filter((name) => !name.endsWith('.partial'));
      const all = await inParallel(names, async (name) => {
        const stats = await stat(path.join(siteBuilds, name)).catch(() => undefined);
        return { name, time: stats?.mtimeMs ?? 0 };
      });
      const retained = retainedSiteBuilds(all, (await newest())?.id, Date.now() - RETAINED_MS);
      for (const { name } of all.filter((siteBuild) => !retained.includes(siteBuild))) {
        await rm(path.join(siteBuilds, name), { recursive: true, force: true });
      }
      for (const number of (await switchNumbers()).slice(0, -KEPT_SWITCHES)) {
        await rm(switchAt(number), { force: true });
      }
      for (const parent of [folder, siteBuilds]) await removeAbandoned(parent);
    },
  };
  return site;
}

/** Partial files are named after their process, so that others can check whether it has ended. */
function partialOf(target: string): string {
  return `${target}.${thisProcess}.${randomUUID()}.partial`;
}

/** @returns `false` for a site build that is gone. */
function renew(siteBuild: string): Promise<boolean> {
  return utimes(siteBuild, new Date(), new Date())
    .catch(async (error: unknown) => {
      if (errorCode(error) !== 'EPERM') throw error;
      // Another role owns it, and only an owner may set the times; a change in the folder sets them, too.
      await rmdir(await mkdtemp(path.join(siteBuild, '.used-')));
    })
    .then(
      () => true,
      () => false,
    );
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.partial')) continue;
    const partial = path.join(folder, name);
    const [, holder = ''] = /\.([\w-]+~\d+)\.[^.]+\.partial$/.exec(name) ?? [];
    if (hasEnded(holder) || (await isOlderThan(partial, ABANDONED_MS)))
      await rm(partial, { recursive: true, force: true });
  }
}

/** Links an old file, its compressed copies and its deltas. @returns `false` when it is being removed. */
function linkPage(old: string, to: string, isServed: boolean, deltasOf: DeltasOf): boolean {
  const linked: string[] = [];
  try {
    const copies = isServed && isCompressed(to) ? ['.br', '.gz'] : [];
    for (const extension of ['', ...copies, ...deltasOf(old)]) {
      if (extension.includes('/')) mkdirSync(path.dirname(to + extension), { recursive: true });
      linkOrCopy(old + extension, to + extension);
      linked.push(to + extension);
    }
    return true;
  } catch {
    // Writing would change what the site build before links to.
    for (const link of linked) rmSync(link);
    return false;
  }
}

/** Only site builders read the record of a site build. */
function isCompressed(file: string): boolean {
  return COMPRESSIBLE.test(file) && path.basename(file) !== SITE_BUILD_FILE;
}

async function writeCompressed(file: string, bytes: Buffer): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

/**
 * Deltas to the page that visitors have, and to itself: a server that compares entity tags of encodings would
 * send a page that was received as a delta once more (decision 0320).
 */
async function writeDeltas(file: string, bytes: Buffer, former: Buffer, isServed: boolean): Promise<void> {
  for (const dictionary of isServed ? [former, bytes] : [former]) {
    const target = deltaName(file, hashOfDictionary(dictionary));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await encodeDelta(bytes, dictionary, PAGE_LEVEL));
  }
}

/** Gets what the names of a page's deltas add to its own. */
type DeltasOf = ReturnType<typeof deltasBelow>;

/** Lists each folder of a site build once: to look for the deltas of each page takes twice the time. */
function deltasBelow() {
  const listed = new Map<string, ReadonlySet<string>>();
  const namesIn = (folder: string) => {
    const names = listed.get(folder) ?? new Set(readdirSync(folder));
    listed.set(folder, names);
    return names;
  };
  return (page: string): readonly string[] => {
    const folder = `${page}.dcz`;
    if (!namesIn(path.dirname(page)).has(path.basename(folder))) return [];
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name).slice(page.length));
  };
}

/** A hard link takes no space. Asynchronous links take five times the processor time. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(String(errorCode(error)))) throw error;
    copyFileSync(from, to);
  }
}
