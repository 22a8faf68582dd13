import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { parseJson } from '../formats/parse-json';
import type { RenderedPage } from '../src/prerender/renderer';
import { exists } from '../tools/exists';
import { isOlderThan } from '../tools/lock-holder';
import { renderedPageSchema } from './renderer-messages';

/** Incremented when the format of cached pages changes. */
const FORMAT = 1;
/** An unused page is removed after this time, in milliseconds. */
const MAX_UNUSED_MS = 14 * 24 * 60 * 60 * 1000;

/** Interval between searches for unused files, in milliseconds. */
const SWEEP_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** Rendered pages on disk, by everything that they were rendered from. */
export interface FragmentCache {
  /** @param render is called only when no page with the same key is cached. */
  get(key: readonly unknown[], render: () => Promise<RenderedPage>): Promise<RenderedPage>;
  /** How many pages were rendered. */
  readonly rendered: number;
}

export function createFragmentCache(folder: string): FragmentCache {
  let rendered = 0;
  return {
    async get(key, render) {
      const hash = createHash('sha256').update(JSON.stringify([FORMAT, ...key]));
      const file = path.join(folder, `${hash.digest('hex').slice(0, 40)}.json`);
      const text = await readFile(file, 'utf8').catch(() => '');
      const cached = parseJson(text, renderedPageSchema);
      if (cached) {
        const now = new Date();
        await utimes(file, now, now);
        return cached;
      }
      const fragment = await render();
      rendered += 1;
      await mkdir(folder, { recursive: true });
      await writeFileAtomic(file, JSON.stringify(fragment), { fsync: false });
      return fragment;
    },
    get rendered() {
      return rendered;
    },
  };
}

/**
 * Removes, once a day, cached files that were not used for two weeks. Those of a page that has not changed for so long
 * are removed too: they are needed again when it changes, and then have another key.
 */
export async function sweepUnused(cache: string, folders: readonly string[]): Promise<void> {
  const swept = path.join(cache, 'swept');
  if ((await exists(swept)) && !(await isOlderThan(swept, SWEEP_INTERVAL_MS))) return;
  await writeFile(swept, '');
  for (const folder of folders) {
    for (const name of await readdir(path.join(cache, folder)).catch(() => [])) {
      const file = path.join(cache, folder, name);
      if (await isOlderThan(file, MAX_UNUSED_MS)) await rm(file, { force: true });
    }
  }
}
