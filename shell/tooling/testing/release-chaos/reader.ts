import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import { REGISTRY_FILE } from '../../../platform/formats/registry';
import { filesIn, inlinedSchema, pause, signedSchema } from '../release-under-load/http-visitor';
import { pathOf, REMOTES } from './operations';

const FAILURES = [
  'pages that failed',
  'pages of two releases',
  'files that were missing',
  'files with a wrong hash',
  'registries that went back',
] as const;

type Failure = (typeof FAILURES)[number];

/** What readers have seen. */
export class Seen {
  pages = 0;
  /** The integrity of every file that a page has named, by its address. */
  readonly files = new Map<string, string | undefined>();
  /** The versions whose pages were served, by `<revision> <app>`. */
  readonly versions = new Map<string, Set<string>>();
  private readonly failures = new Map<Failure, string[]>();

  fail(kind: Failure, message: string): void {
    this.failures.set(kind, [...(this.failures.get(kind) ?? []), message]);
  }

  get rows(): readonly (readonly [string, number])[] {
    const failures = FAILURES.map((kind) => [kind, this.failures.get(kind)?.length ?? 0] as const);
    return [['pages read', this.pages], ['files named', this.files.size], ...failures];
  }

  get examples(): readonly string[] {
    return [...this.failures].flatMap(([kind, all]) => all.slice(0, 5).map((one) => `${kind}: ${one}`));
  }
}

const READERS = 3;
/** How long a request may take. A reader that fails is never a sign of overload, because there are few. */
const TIMEOUT_MS = 30_000;

async function get(url: string): Promise<{ readonly status: number; readonly body: Buffer }> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: 0, body: Buffer.from(String(cause)) };
  }
}

/** Three readers read pages until the work is done, and then every file that a page has named. */
export async function withReaders(origin: string, seed: number, work: () => Promise<void>): Promise<Seen> {
  const run = new AbortController();
  setMaxListeners(0, run.signal);
  const seen = new Seen();
  const readers = Array.from({ length: READERS }, (_, index) =>
    readRepeatedly(origin, seen, new SeededRandom(seed + 100 + index), run.signal),
  );
  try {
    await work();
  } finally {
    run.abort();
    await Promise.all(readers);
  }
  await readAgain(seen);
  return seen;
}

/** Reads pages with all their files until the end. */
async function readRepeatedly(
  origin: string,
  seen: Seen,
  random: SeededRandom,
  end: AbortSignal,
): Promise<void> {
  let revision = 0;
  const known = new Set<string>();
  while (!end.aborted) {
    // The cache is emptied, as that of another visitor.
    if (random.happens(0.1)) known.clear();
    revision = Math.max(revision, await readPage(origin, random.pick(['shell', ...REMOTES]), seen, known));
    const registry = await get(`${origin}/${REGISTRY_FILE}`);
    if (registry.status !== 200) seen.fail('files that were missing', `${REGISTRY_FILE}: ${registry.status}`);
    else {
      const now = signedSchema.parse(JSON.parse(String(registry.body))).registry.revision;
      if (now < revision) seen.fail('registries that went back', `${revision} to ${now}`);
      revision = now;
    }
    await pause(20 + random.below(150), end);
  }
}

/** @returns the revision of the page's registry. */
async function readPage(origin: string, app: string, seen: Seen, known: Set<string>): Promise<number> {
  const address = origin + pathOf(app);
  const { status, body } = await get(address);
  seen.pages += 1;
  // The remote has been retired.
  if (status === 410 && app !== 'shell') return 0;
  const html = String(body);
  const json = /<script type="application\/json" id="isa-registry">(.*?)<\/script>/s.exec(html)?.[1];
  if (status !== 200 || json === undefined || !html.endsWith('</html>\n')) {
    seen.fail('pages that failed', `${address}: ${status} ${html.slice(0, 200)}`);
    return 0;
  }
  const { cdn, registry } = inlinedSchema.parse(JSON.parse(json));
  const releases = registry.remotes.flatMap(({ live, previous, canary }) => [
    live,
    previous,
    canary?.release,
  ]);
  const scripts = releases.flatMap((release) =>
    release?.entry === undefined
      ? []
      : [{ path: release.entry, integrity: release.integrity }, ...release.scripts].map((script) => ({
          url: `${cdn}/${script.path}`,
          integrity: script.integrity,
        })),
  );
  const own = filesIn(html).filter(({ url }) => !/touch-icon|webmanifest/.test(url));
  for (const { url, integrity } of [...own, ...scripts]) {
    const file = new URL(url, origin).href;
    seen.files.set(file, integrity);
    if (!known.has(file)) await readFile(file, integrity, seen, `named by ${address}`);
    known.add(file);
  }
  if (app !== 'shell') {
    const [, version = ''] = /Hello from \w+ (\S+)/.exec(html) ?? [];
    const isOwn = registry.remotes.some(
      ({ live }) => live?.entry?.startsWith(`${app}/`) && live.version === version,
    );
    if (!isOwn) seen.fail('pages of two releases', `${address} has ${version}, and another in its registry`);
    const key = `${registry.revision} ${app}`;
    seen.versions.set(key, (seen.versions.get(key) ?? new Set()).add(version));
  }
  return registry.revision;
}

async function readFile(url: string, integrity: string | undefined, seen: Seen, what: string): Promise<void> {
  const { status, body } = await get(url);
  if (status !== 200) return seen.fail('files that were missing', `${url}: ${status}, ${what}`);
  const hash = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  if (integrity !== undefined && integrity !== hash) seen.fail('files with a wrong hash', `${url}, ${what}`);
}

/**
 * Reads once more every file that a page has named during the run, because a tab that was opened then still
 * requests it.
 */
async function readAgain(seen: Seen): Promise<void> {
  for (const [url, integrity] of seen.files) await readFile(url, integrity, seen, 'at the end');
}
