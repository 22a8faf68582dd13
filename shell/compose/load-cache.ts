import { createHash } from 'node:crypto';
import { mkdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { parseJson, type Valid } from '../formats/parse-json';
import type { Catalogue } from './catalogue';
import { requestAll } from './freshness';
import { type TracedPage, tracedPageSchema } from './renderer-messages';

/** Incremented when the format of cached results changes. */
const FORMAT = 1;

const cachedAppSchema = z.object({
  pages: z.array(
    z.object({
      page: tracedPageSchema,
      /** The API's answers to its requests: path and query → hash or status. */
      answers: z.record(z.string(), z.string()),
    }),
  ),
});

type CachedApp = Valid<typeof cachedAppSchema>;

/** Address → result of loading the page. */
export type AppPages = ReadonlyMap<string, TracedPage>;

/** The process that runs the release. */
interface Tracer {
  trace(addresses: readonly string[]): Promise<readonly TracedPage[]>;
}

/**
 * Results of loading pages on disk. The loader of a page depends on its release and on the API's answers only, so it runs
 * again when one of the answers that it got before is another one. A release without changes needs no process.
 */
export interface LoadCache {
  /**
   * @param key everything but the API's answers that results depend on.
   * @param start is called only when a result is missing.
   */
  load(
    key: readonly unknown[],
    addresses: readonly string[],
    start: () => Promise<Tracer>,
  ): Promise<AppPages>;
  /** The answers that the results are based on: path and query → hash. */
  readonly answers: ReadonlyMap<string, string>;
}

export function createLoadCache(folder: string, catalogue: Catalogue, apiOrigin: string): LoadCache {
  const used = new Map<string, string>();

  /** @returns `undefined` when the API has given no final answer to one of the requests. */
  function answersTo({ requests }: TracedPage): Record<string, string> | undefined {
    const answers: Record<string, string> = {};
    for (const address of requests) {
      const name = address.slice(apiOrigin.length);
      const answer = address.startsWith(`${apiOrigin}/`) ? catalogue.answers.get(name) : undefined;
      if (answer === undefined) return undefined;
      answers[name] = answer;
    }
    return answers;
  }

  async function readCached(file: string, addresses: ReadonlySet<string>): Promise<CachedApp | undefined> {
    const cached = parseJson(await readFile(file, 'utf8').catch(() => ''), cachedAppSchema);
    if (!cached) return undefined;
    const wanted = cached.pages.filter(({ page }) => addresses.has(page.address));
    const requested = new Set(wanted.flatMap(({ answers }) => Object.keys(answers)));
    await requestAll([...requested], catalogue, apiOrigin);
    const isCurrent = ([name, answer]: readonly [string, string]) => catalogue.answers.get(name) === answer;
    return { ...cached, pages: wanted.filter(({ answers }) => Object.entries(answers).every(isCurrent)) };
  }

  return {
    answers: used,
    async load(key, addresses, start) {
      const hash = createHash('sha256').update(JSON.stringify([FORMAT, ...key]));
      const file = path.join(folder, `${hash.digest('hex').slice(0, 40)}.json`);
      const cached = await readCached(file, new Set(addresses));
      const pages = new Map(cached?.pages.map(({ page }) => [page.address, page]));
      const missing = addresses.filter((address) => !pages.has(address));
      if (!cached || missing.length > 0) {
        const process = await start();
        for (const page of await process.trace(missing)) pages.set(page.address, page);
        const results = [...pages.values()].flatMap((page) => {
          const answers = answersTo(page);
          return answers ? [{ page, answers }] : [];
        });
        await mkdir(folder, { recursive: true });
        const saved: CachedApp = { pages: results };
        await writeFileAtomic(file, JSON.stringify(saved), { fsync: false });
      } else await utimes(file, new Date(), new Date());
      for (const page of pages.values()) {
        for (const [name, answer] of Object.entries(answersTo(page) ?? {})) used.set(name, answer);
      }
      return pages;
    },
  };
}
