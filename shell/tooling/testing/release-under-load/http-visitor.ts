import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@isa/api-contract';
import { z } from 'zod';
import type { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import type { Counts, FailureKind } from './counts';

export interface Visit {
  readonly origin: string;
  readonly random: SeededRandom;
  readonly counts: Counts;
  /** The shortest and the longest pause between two pages, in milliseconds. */
  readonly pauses?: readonly [number, number];
  /** A signal that is aborted at the end of the run. */
  readonly end: AbortSignal;
}

/** Addresses of pages that are not in the site map. */
const PRIVATE = ['/isa-basket', '/checkout', '/my-courses', '/my-orders', '/login', '/register'];
const CALLS: readonly [string, ...string[]] = [
  calls.listBooks.path,
  calls.listLessons.path,
  calls.listCourses.path,
  calls.listPosts.path,
];
/** After how many pages another visitor begins with an empty cache. */
const PAGES_EACH = 8;

const scriptSchema = z.object({ path: z.string(), integrity: z.string() });
/**
 * A release in a page's registry. It contains the scripts of the remote that renders the page, and only routes
 * and menu of the others.
 */
const releaseSchema = z.union([
  z.object({ version: z.string(), entry: z.string(), integrity: z.string(), scripts: z.array(scriptSchema) }),
  z.object({ entry: z.undefined().optional() }),
]);
const registrySchema = z.object({
  revision: z.number(),
  remotes: z.array(
    z.object({
      // A remote that was retired, or is new, may have a canary alone.
      live: releaseSchema.optional(),
      previous: releaseSchema.optional(),
      canary: z.object({ release: releaseSchema }).optional(),
    }),
  ),
});
export const inlinedSchema = z.object({ cdn: z.string(), registry: registrySchema });
export const signedSchema = z.object({ registry: registrySchema });

/** The addresses of the site map. */
export async function siteMapAddresses(origin: string): Promise<readonly string[]> {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
}

/**
 * Visits the site without a browser until the run ends: pages with all their scripts, whose hashes are verified, the
 * scripts of every release in the page's registry, and the API.
 */
export async function visitByHttp(visit: Visit, addresses: readonly string[]): Promise<void> {
  const { random, end, pauses: [shortest, longest] = [500, 2_500] } = visit;
  const paths = [...addresses, ...PRIVATE];
  while (!end.aborted) {
    const visitor = new HttpVisitor(visit);
    for (let page = 0; page < PAGES_EACH && !end.aborted; page += 1) {
      await visitor.view(paths[random.below(paths.length)] ?? '/');
      if (random.happens(0.5)) await visitor.call(random.pick(CALLS));
      await pause(shortest + random.below(longest - shortest), end);
    }
  }
}

class HttpVisitor {
  /** Addresses of files whose hash was verified. */
  private readonly cache = new Set<string>();
  private revision = 0;

  constructor(private readonly visit: Visit) {}

  async view(address: string): Promise<void> {
    const { origin, counts } = this.visit;
    counts.pageViews += 1;
    const body = await this.fetch(origin + address, 'failed page views');
    if (!body) return;
    const html = body.toString();
    const json = /<script type="application\/json" id="isa-registry">(.*?)<\/script>/s.exec(html)?.[1];
    if (!json || !html.includes('<div id="root"')) {
      return counts.fail('failed page views', `${address}: incomplete, ${html.length} characters`);
    }
    for (const { url, integrity } of filesIn(html)) {
      await this.fetchFile(new URL(url, origin).href, integrity);
    }
    const { cdn, registry } = inlinedSchema.parse(JSON.parse(json));
    await this.fetchReleases(cdn, registry);

    // A page rejects a registry older than its own, so the site must not serve one.
    const site = await this.fetchRegistry(Math.max(this.revision, registry.revision));
    if (!site) return;
    this.revision = site.revision;
    await this.fetchReleases(cdn, site);
  }

  async call(address: string): Promise<void> {
    this.visit.counts.apiCalls += 1;
    await this.fetch(this.visit.origin + address, 'failed API calls');
  }

  private async fetchRegistry(atLeast: number): Promise<z.infer<typeof registrySchema> | undefined> {
    const body = await this.fetch(`${this.visit.origin}/registry.json`, 'missing files');
    if (!body) return undefined;
    const { registry } = signedSchema.parse(JSON.parse(body.toString()));
    if (registry.revision < atLeast) {
      this.visit.counts.fail('registry going back', `${atLeast} to ${registry.revision}`);
    }
    return registry;
  }

  private async fetchReleases(cdn: string, { remotes }: z.infer<typeof registrySchema>): Promise<void> {
    const releases = remotes.flatMap(({ live, previous, canary }) => [live, previous, canary?.release]);
    for (const release of releases) {
      if (release?.entry === undefined) continue;
      for (const script of [{ path: release.entry, integrity: release.integrity }, ...release.scripts]) {
        await this.fetchFile(`${cdn}/${script.path}`, script.integrity);
      }
    }
  }

  /** @param integrity W3C Subresource Integrity with SHA-384. */
  private async fetchFile(url: string, integrity: string | undefined): Promise<void> {
    const key = `${url} ${integrity}`;
    if (this.cache.has(key)) return;
    const body = await this.fetch(url, 'missing files');
    if (!body) return;
    const { counts } = this.visit;
    if (integrity && integrity !== `sha384-${createHash('sha384').update(body).digest('base64')}`) {
      return counts.fail('hash mismatches', url);
    }
    counts.filesVerified += 1;
    this.cache.add(key);
  }

  /** @returns the body of a response with status 200; everything else is counted as a failure. */
  private async fetch(url: string, failure: FailureKind): Promise<Buffer | undefined> {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status === 200) return body;
      this.visit.counts.fail(failure, `${url}: ${response.status}`);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      this.visit.counts.fail(failure, `${url}: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    return undefined;
  }
}

/** Scripts and everything else that a page requests for its first view. */
export function filesIn(html: string): { readonly url: string; readonly integrity: string | undefined }[] {
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag);
  return tags.flatMap((tag) => {
    const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
    const isFile = tag.startsWith('<script') || /\srel="(?:preload|modulepreload|stylesheet|icon)"/.test(tag);
    const url = attribute('src') ?? attribute('href');
    return isFile && url ? [{ url, integrity: attribute('integrity') }] : [];
  });
}

/** Waits, but not beyond the end of the run. */
export async function pause(ms: number, end: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: end }).catch(() => undefined);
}
