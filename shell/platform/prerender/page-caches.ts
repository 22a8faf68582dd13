import { londonDay } from '@isa/api-contract';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { parseJson, type Valid } from '../formats/parse-json';
import type { RenderedPage } from '../../src/prerender/renderer';
import { exists } from '../../packages/node/files';
import { isOlderThan } from '../../packages/node/lock';
import type { ApiAnswers } from './api-answers';
import type { RenderProcess } from './renderer';
import { renderedPageSchema, type TracedPage, tracedPageSchema } from './renderer-messages';

/** The number of the format of cached values; a new format gets the next one. */
const FORMAT = 1;
/** After how many milliseconds an unused page is removed. */
const MAX_UNUSED_MS = 14 * 24 * 60 * 60 * 1000;

/** Interval between searches for unused files, in milliseconds. */
const SWEEP_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** A cache of values on disk. The key is everything that they were made from. */
function diskCache<S extends z.ZodType>(folder: string, schema: S) {
  const fileOf = (key: readonly unknown[]) => {
    const hash = createHash('sha256').update(JSON.stringify([FORMAT, ...key]));
    return path.join(folder, `${hash.digest('hex').slice(0, 40)}.json`);
  };
  return {
    async read(key: readonly unknown[]): Promise<Valid<S> | undefined> {
      const cached = parseJson(await readFile(fileOf(key), 'utf8').catch(() => ''), schema);
      // Only its owner may set the times of a file. One of another role is replaced by a copy.
      if (cached !== undefined)
        await utimes(fileOf(key), new Date(), new Date()).catch(() => write(key, cached));
      return cached;
    },
    write,
  };

  async function write(key: readonly unknown[], value: Valid<S>): Promise<void> {
    await mkdir(folder, { recursive: true });
    await writeFileAtomic(fileOf(key), JSON.stringify(value), { fsync: false });
  }
}

export type FragmentCache = ReturnType<typeof createFragmentCache>;

/** A cache of rendered pages on disk. The key is everything that they were rendered from. */
export function createFragmentCache(folder: string, apiAnswers: Pick<ApiAnswers, 'hasChanged'>) {
  const cache = diskCache(folder, renderedPageSchema);
  let rendered = 0;
  return {
    /** @param render is called only when no page with the same key is cached. */
    async get(key: readonly unknown[], render: () => Promise<RenderedPage>): Promise<RenderedPage> {
      const cached = await cache.read(key);
      if (cached) return cached;
      const fragment = await render();
      rendered += 1;
      // The key may have the hash of data that are older than what was rendered.
      if (!apiAnswers.hasChanged) await cache.write(key, fragment);
      return fragment;
    },
    get rendered() {
      return rendered;
    },
  };
}

const cachedAppSchema = z.object({
  pages: z.array(
    z.object({
      page: tracedPageSchema,
      /** The API's answers to its requests: path and query → hash or status. */
      answers: z.record(z.string(), z.string()),
    }),
  ),
});

/** By path and query. */
type Answers = Readonly<Record<string, string>>;

/** The result of loading each page, by its address. */
export type AppPages = ReadonlyMap<string, TracedPage>;

export type LoadCache = ReturnType<typeof createLoadCache>;

/** A page's loader runs again when one of the API's answers to it has changed, else no process. */
export function createLoadCache(folder: string, apiAnswers: ApiAnswers, now: Date) {
  const apiOrigin = apiAnswers.origin;
  const cache = diskCache(folder, cachedAppSchema);
  const day = londonDay(now);
  const isValid = ({ page }: { readonly page: TracedPage }) =>
    page.outcome !== 'page' || page.validUntil === undefined || new Date(page.validUntil) > now;
  /** The answers that the results are based on: the hash by path and query. */
  const used = new Map<string, string>();

  /** @returns `undefined` when the API has given no final answer to one of the requests. */
  function answersTo({ requests }: TracedPage): Answers | undefined {
    const answers: Record<string, string> = {};
    for (const address of requests) {
      const name = address.slice(apiOrigin.length);
      const answer = address.startsWith(`${apiOrigin}/`) ? apiAnswers.answers.get(name) : undefined;
      if (answer === undefined) return undefined;
      answers[name] = answer;
    }
    return answers;
  }

  /** The cached results whose answers are still those of the API. */
  async function readCached(key: readonly unknown[], addresses: ReadonlySet<string>) {
    const cached = await cache.read(key);
    if (!cached) return undefined;
    const wanted = cached.pages.filter((one) => addresses.has(one.page.address) && isValid(one));
    const current = await apiAnswers.readAnswers([
      ...new Set(wanted.flatMap(({ answers }) => Object.keys(answers))),
    ]);
    const isCurrent = ([name, answer]: readonly [string, string]) => current.get(name) === answer;
    return wanted.filter(({ answers }) => Object.entries(answers).every(isCurrent));
  }

  return {
    answers: used,
    /** @param of everything but the answers and the day. @param start gets the process that runs the release, only when a result is missing. */
    async load(
      of: readonly unknown[],
      addresses: readonly string[],
      start: () => Promise<Pick<RenderProcess, 'trace'>>,
    ): Promise<AppPages> {
      // Pages show dates, so each is loaded again on a new day.
      const key = [day, ...of];
      const wanted = new Set(addresses);
      const cached = await readCached(key, wanted);
      const results = new Map<string, { readonly page: TracedPage; readonly answers?: Answers | undefined }>(
        cached?.map((result) => [result.page.address, result]),
      );
      const missing = addresses.filter((address) => !results.has(address));
      if (!cached || missing.length > 0) {
        const process = await start();
        for (const page of await process.trace(missing)) {
          if (wanted.has(page.address)) results.set(page.address, { page, answers: answersTo(page) });
        }
        const hasFailed = (address: string) => apiAnswers.failures.has(address.slice(apiOrigin.length));
        const complete = [...results.values()].flatMap(({ page, answers }) =>
          answers && !page.requests.some(hasFailed) ? [{ page, answers }] : [],
        );
        await cache.write(key, { pages: complete });
      }
      for (const { answers } of results.values()) {
        for (const [name, answer] of Object.entries(answers ?? {})) used.set(name, answer);
      }
      return new Map([...results].map(([address, { page }]) => [address, page]));
    },
  };
}

/** Removes, once a day, files that were unused for two weeks; a changed page has another key anyway. */
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
