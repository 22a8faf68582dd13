import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { DatabaseBusyError, isDatabaseBusy } from '../database/errors';
import { withDeadline } from '../database/retry';
import type { ApiContext, ApiMiddleware } from './context';

/** All clients get a changed price within a minute; caches serve for a day while the origin is down. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400';
/** How long each process serves a response from memory before it queries the database again. */
export const FRESH_MS = 2_000;
/** How long a refresh may take while an older response can be sent instead. */
const REFRESH_MS = 500;
/** Tells caches in front and operators why the response is old (RFC 9211). */
const STALE = 'isa-api; hit; detail=stale-if-error';
/** How many responses are cached. There are fewer pages, but the paths of one page have endless spellings. */
const MAX_ENTRIES = 200;
/** The size from which responses are compressed, in bytes. A smaller one fits into about one packet. */
const COMPRESS_FROM = 1_024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Content codings in the order of preference (RFC 9110 §8.4.1). */
type Coding = 'br' | 'gzip' | 'identity';

interface Variant {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Entry {
  readonly bytes: Buffer;
  readonly variants: Readonly<Partial<Record<Coding, Variant>>> & { readonly identity: Variant };
  /** Headers that surrounding middleware adds to every response, such as the security headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The route's pattern, for the metrics. */
  readonly route: unknown;
  /** Milliseconds since 1970. */
  freshUntil: number;
  /** Whether the last refresh failed or took too long. */
  stale: boolean;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Caches compressed responses with an ETag for each coding (RFC 9110 §8.8.3.3). Afterwards one request
 * refreshes an entry for all concurrent ones. While the database is away or slow the old response is sent.
 */
export function createResponseCache(now: () => Date) {
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  const refreshing = new Map<string, Promise<Entry>>();

  async function refresh(ctx: ApiContext, next: () => Promise<unknown>): Promise<Entry> {
    // The headers are read before the route runs, because an old response may be sent meanwhile with headers of
    // its own.
    const headers = surroundingHeaders(ctx);
    const freshUntil = now().getTime() + FRESH_MS;
    await next();
    const bytes = Buffer.from(JSON.stringify(ctx.body));
    const previous = entries.get(ctx.path);
    if (previous?.bytes.equals(bytes)) {
      previous.freshUntil = freshUntil;
      previous.stale = false;
      return previous;
    }
    const entry: Entry = {
      bytes,
      variants: await variantsOf(bytes),
      headers,
      route: ctx['_matchedRoute'],
      freshUntil,
      stale: false,
    };
    entries.set(ctx.path, entry);
    return entry;
  }

  /** Serves fresh entries. Runs before the log and all middleware around the routes. */
  const serve: ApiMiddleware = async (ctx, next) => {
    const entry = ctx.method === 'GET' || ctx.method === 'HEAD' ? entries.get(ctx.path) : undefined;
    const left = (entry?.freshUntil ?? 0) - now().getTime();
    // More than the whole time is left after the clock was set back.
    if (!entry || left <= 0 || left > FRESH_MS) {
      await next();
      return;
    }
    ctx['_matchedRoute'] = entry.route;
    send(ctx, entry);
  };

  /** Caches the response of the route behind it. Runs before a route's handler. */
  const store: ApiMiddleware = async (ctx, next) => {
    const { path } = ctx;
    const refreshed = refreshing.get(path) ?? refresh(ctx, next).finally(() => refreshing.delete(path));
    refreshing.set(path, refreshed);
    const old = entries.get(path);
    send(ctx, old ? await newOr(old, refreshed) : await refreshed);
  };

  async function newOr(old: Entry, refreshed: Promise<Entry>): Promise<Entry> {
    try {
      // A refresh that takes long goes on, and its result serves later requests.
      return await withDeadline(refreshed, REFRESH_MS, () => new DatabaseBusyError());
    } catch (error) {
      if (!isDatabaseBusy(error)) throw error;
      old.freshUntil = now().getTime() + FRESH_MS;
      old.stale = true;
      return old;
    }
  }

  return { serve, store };
}

function send(ctx: ApiContext, { variants, headers, stale }: Entry): void {
  // The codings are tried one by one, because browsers list all of them with the same weight, and the first
  // listed would win.
  const coding =
    ctx.get('Accept-Encoding') !== '' && (['br', 'gzip'] as const).find((name) => ctx.acceptsEncodings(name));
  const variant = (coding && variants[coding]) || variants.identity;
  ctx.set(headers);
  ctx.set(variant.headers);
  if (stale) ctx.set('Cache-Status', STALE);
  ctx.body = variant.body;
  ctx.etag = variant.etag;
  if (ctx.fresh) ctx.status = 304;
}

/** The entity tag of an uncompressed response, without quotes. */
export function entityTag(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
}

async function variantsOf(bytes: Buffer): Promise<Entry['variants']> {
  const hash = entityTag(bytes);
  const variant = (body: Buffer, coding: Coding): Variant => ({
    body,
    etag: coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': CACHE_CONTROL,
      Vary: 'Accept-Encoding',
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    },
  });
  const identity = variant(bytes, 'identity');
  if (bytes.length < COMPRESS_FROM) return { identity };
  const [br, gz] = await Promise.all([
    compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compressGzip(bytes, { level: 9 }),
  ]);
  return { identity, br: variant(br, 'br'), gzip: variant(gz, 'gzip') };
}

/** Headers of one request only, and those that each variant sets. */
const NOT_CACHED = new Set([
  'x-request-id',
  'set-cookie',
  'content-type',
  'content-length',
  'cache-control',
  'vary',
]);

function surroundingHeaders(ctx: ApiContext): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ctx.response.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !NOT_CACHED.has(name) ? [[name, value]] : [],
    ),
  );
}
