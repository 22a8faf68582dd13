import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RenderedPage } from '../src/prerender/renderer';

/** Grows when fragments get another form. */
const FORM = 1;
/** A fragment that no composition has wanted for so long is removed; in milliseconds. */
const KEPT = 14 * 24 * 60 * 60 * 1000;

/** Drawn pages, kept on the disk by everything that they were drawn from. */
export interface Fragments {
  /** @param draw is asked only when the very same page was not drawn before. */
  get(made: readonly unknown[], draw: () => Promise<RenderedPage>): Promise<RenderedPage>;
  /** How many were drawn. */
  readonly drawn: number;
  /** Removes what is wanted no longer. */
  sweep(): Promise<void>;
}

export function createFragments(folder: string): Fragments {
  let drawn = 0;
  return {
    async get(made, draw) {
      const key = createHash('sha256')
        .update(JSON.stringify([FORM, ...made]))
        .digest('hex');
      const file = path.join(folder, `${key.slice(0, 40)}.json`);
      const kept = await readFile(file, 'utf8').catch(() => undefined);
      if (kept !== undefined) {
        const now = new Date();
        await utimes(file, now, now);
        return JSON.parse(kept) as RenderedPage;
      }
      const fragment = await draw();
      drawn += 1;
      await mkdir(folder, { recursive: true });
      const partial = `${file}.${randomUUID()}.partial`;
      await writeFile(partial, JSON.stringify(fragment));
      await rename(partial, file);
      return fragment;
    },
    get drawn() {
      return drawn;
    },
    async sweep() {
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        if (Date.now() - (await stat(file)).mtimeMs > KEPT) await rm(file, { force: true });
      }
    },
  };
}
