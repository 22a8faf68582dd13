import { createHash } from 'node:crypto';
import { calls } from '@isa/api-contract';
import type { InlinedRegistry } from '../../formats/inlined-registry';
import type { RegisteredRelease, Registry, SignedRegistry } from '../../formats/registry';
import type { Chance } from './chance';
import type { Counts } from './counts';

export interface Walk {
  readonly origin: string;
  readonly chance: Chance;
  readonly counts: Counts;
  /** Shortest and longest pause between two pages, in milliseconds; a hurried reader's unless said otherwise. */
  readonly pauses?: readonly [number, number];
  /** Told when the run is over. */
  readonly ended: AbortSignal;
}

/** Pages that are in no site map. */
const PRIVATE = ['/isa-basket', '/checkout', '/my-courses', '/my-orders', '/login', '/register'];
const CALLS: readonly [string, ...string[]] = [
  calls.listBooks.path,
  calls.listLessons.path,
  calls.listCourses.path,
  calls.listPosts.path,
];
const HURRIED = [500, 2_500] as const;
/** So many pages later another person comes, with an empty cache. */
const PAGES_EACH = 8;

/**
 * Walks through the site without a browser until the run ends: pages with every script that they name, held
 * against its hash, the scripts of every release in the page's registry, and the API.
 */
export async function walkByHttp(walk: Walk, addresses: readonly string[]): Promise<void> {
  const { chance, ended, pauses = HURRIED } = walk;
  const [shortest, longest] = pauses;
  const places = [...addresses, ...PRIVATE];
  while (!ended.aborted) {
    const visitor = new Visitor(walk);
    for (let page = 0; page < PAGES_EACH && !ended.aborted; page += 1) {
      await visitor.view(places[chance.below(places.length)] ?? '/');
      if (chance.next() < 0.5) await visitor.call(chance.pick(CALLS));
      await pause(shortest + chance.below(longest - shortest), ended);
    }
  }
}

class Visitor {
  /** What this person's browser has kept: addresses of files whose hash was right. */
  private readonly cache = new Set<string>();
  private revision = 0;

  constructor(private readonly walk: Walk) {}

  async view(address: string): Promise<void> {
    const { origin, counts } = this.walk;
    const page = await ask(origin + address);
    counts.pageViews += 1;
    if (typeof page === 'string') return counts.fail('failed page views', `${address}: ${page}`);
    const html = page.body.toString();
    const inlined = registryIn(html);
    if (page.status !== 200 || !html.includes('<div id="root"') || !inlined) {
      return counts.fail('failed page views', `${address}: ${page.status}, ${html.length} characters`);
    }
    for (const { url, integrity } of filesIn(html))
      await this.fetchFile(new URL(url, origin).href, integrity);
    const { cdn, registry } = inlined;
    for (const { live, previous, canary } of registry.remotes)
      for (const release of [live, previous, canary?.release]) await this.fetchRelease(cdn, release);

    // A page believes nothing older than itself, so a site must not hand that out.
    const site = await this.registry(Math.max(this.revision, registry.revision));
    this.revision = site?.revision ?? this.revision;
    for (const { live, previous, canary } of site?.remotes ?? [])
      for (const release of [live, previous, canary?.release]) await this.fetchRelease(cdn, release);
  }

  /** What the site says now of all parts: pages say it of those that draw them. */
  private async registry(atLeast: number): Promise<Registry | undefined> {
    const { origin, counts } = this.walk;
    const answer = await ask(`${origin}/registry.json`);
    if (typeof answer === 'string' || answer.status !== 200) {
      const why = typeof answer === 'string' ? answer : answer.status;
      counts.fail('missing files', `/registry.json: ${why}`);
      return undefined;
    }
    const { registry } = JSON.parse(answer.body.toString()) as SignedRegistry;
    if (registry.revision < atLeast) counts.fail('registry going back', `${atLeast} to ${registry.revision}`);
    return registry;
  }

  async call(address: string): Promise<void> {
    const { origin, counts } = this.walk;
    const answer = await ask(origin + address);
    counts.apiCalls += 1;
    if (typeof answer === 'string') return counts.fail('failed API calls', `${address}: ${answer}`);
    if (answer.status !== 200) counts.fail('failed API calls', `${address}: ${answer.status}`);
  }

  /** Of some remotes a page has outlines only, which name no script. */
  private async fetchRelease(cdn: string, release: Scripts | object | undefined): Promise<void> {
    if (!release || !('entry' in release)) return;
    const { entry, integrity, scripts } = release;
    for (const script of [{ path: entry, integrity }, ...scripts]) {
      await this.fetchFile(`${cdn}/${script.path}`, script.integrity);
    }
  }

  private async fetchFile(url: string, integrity: string | undefined): Promise<void> {
    const key = `${url} ${integrity}`;
    if (this.cache.has(key)) return;
    const { counts } = this.walk;
    const answer = await ask(url);
    if (typeof answer === 'string') return counts.fail('missing files', `${url}: ${answer}`);
    if (answer.status !== 200) return counts.fail('missing files', `${url}: ${answer.status}`);
    if (integrity && !hasHash(answer.body, integrity)) return counts.fail('hash mismatches', url);
    counts.filesVerified += 1;
    this.cache.add(key);
  }
}

/** The scripts of a release as the registry names them. */
type Scripts = Pick<RegisteredRelease, 'entry' | 'integrity' | 'scripts'>;

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** @returns the whole answer, or in words why there was none. */
async function ask(url: string): Promise<Answer | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function registryIn(html: string): InlinedRegistry | undefined {
  const text = /<script type="application\/json" id="isa-registry">(.*?)<\/script>/s.exec(html)?.[1];
  return text === undefined ? undefined : (JSON.parse(text) as InlinedRegistry);
}

/** Scripts, and whatever else a page says that its first view needs. */
function filesIn(html: string): { readonly url: string; readonly integrity?: string }[] {
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag);
  return tags.flatMap((tag) => {
    const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
    const isFile = tag.startsWith('<script') || /\srel="(?:preload|modulepreload|stylesheet|icon)"/.test(tag);
    const url = attribute('src') ?? attribute('href');
    const integrity = attribute('integrity');
    return isFile && url ? [{ url, ...(integrity && { integrity }) }] : [];
  });
}

/** W3C Subresource Integrity, for the one algorithm that we use. */
function hasHash(bytes: Buffer, integrity: string): boolean {
  return integrity === `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/** Ends early with the run. */
export function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    ended.addEventListener('abort', done);
  });
}
