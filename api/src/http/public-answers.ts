import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ApiContext, ApiMiddleware } from './context';

/** A price that changes is seen by everybody within a minute; a cache whose source is away serves on for a day. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400';
/** How long an answer is given from memory before the database is asked again, by each process for itself. */
export const FRESH_MS = 2_000;
/** More than there are pages; `/api/books/3` has endless spellings. */
const ANSWERS_MAX = 200;
/** In bytes. Less than about one packet is not worth compressing. */
const COMPRESS_FROM = 1_024;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Content codings in the order of preference (RFC 9110 §8.4.1). */
type Coding = 'br' | 'gzip' | 'identity';

interface Variant {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Answer {
  readonly bytes: Buffer;
  readonly variants: Readonly<Partial<Record<Coding, Variant>>> & { readonly identity: Variant };
  /** What the middleware around the route adds to every answer, such as the security headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The route's pattern, for the metrics. */
  readonly route: unknown;
  /** Milliseconds since 1970. */
  freshUntil: number;
}

/**
 * Keeps the answers that are the same for everybody, serialised and compressed, under strong ETags: one for each
 * content coding, since the bytes differ (RFC 9110 §8.8.3.3). While an answer is fresh neither its route nor the
 * database is asked; afterwards one request asks for all that wait, and what has not changed is not compressed again.
 */
export interface PublicAnswers {
  /** Answers from memory. To be placed in front of the log and of all that surrounds the routes. */
  readonly remembered: ApiMiddleware;
  /** Remembers what the route behind it answers. To be placed in front of a route's handler. */
  readonly publish: ApiMiddleware;
}

export function createPublicAnswers(now: () => Date): PublicAnswers {
  const answers = new LRUCache<string, Answer>({ max: ANSWERS_MAX });
  const asked = new Map<string, Promise<Answer>>();

  async function ask(ctx: ApiContext, next: () => Promise<unknown>): Promise<Answer> {
    await next();
    const bytes = Buffer.from(JSON.stringify(ctx.body));
    const before = answers.get(ctx.path);
    const freshUntil = now().getTime() + FRESH_MS;
    if (before?.bytes.equals(bytes)) {
      before.freshUntil = freshUntil;
      return before;
    }
    const answer: Answer = {
      bytes,
      variants: await variantsOf(bytes),
      headers: surroundingHeaders(ctx),
      route: ctx['_matchedRoute'],
      freshUntil,
    };
    answers.set(ctx.path, answer);
    return answer;
  }

  return {
    async remembered(ctx, next) {
      const answer = ctx.method === 'GET' || ctx.method === 'HEAD' ? answers.get(ctx.path) : undefined;
      if (!answer || answer.freshUntil <= now().getTime()) {
        await next();
        return;
      }
      ctx['_matchedRoute'] = answer.route;
      send(ctx, answer);
    },

    async publish(ctx, next) {
      const { path } = ctx;
      const asking =
        asked.get(path) ??
        ask(ctx, next).finally(() => {
          asked.delete(path);
        });
      asked.set(path, asking);
      send(ctx, await asking);
    },
  };
}

function send(ctx: ApiContext, { variants, headers }: Answer): void {
  const { body, etag, headers: own } = variantFor(ctx, variants);
  ctx.set(headers);
  ctx.set(own);
  ctx.body = body;
  ctx.etag = etag;
  if (ctx.fresh) ctx.status = 304;
}

function variantFor(ctx: ApiContext, variants: Answer['variants']): Variant {
  if (ctx.get('Accept-Encoding') === '') return variants.identity;
  // One by one: browsers name all they know at the same weight, and would be given the first they name.
  if (variants.br && ctx.acceptsEncodings('br')) return variants.br;
  return variants.gzip && ctx.acceptsEncodings('gzip') ? variants.gzip : variants.identity;
}

async function variantsOf(bytes: Buffer): Promise<Answer['variants']> {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
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
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    deflate(bytes, { level: 9 }),
  ]);
  return { identity, br: variant(br, 'br'), gzip: variant(gz, 'gzip') };
}

/** What belongs to this request alone, or is the answer's own. */
const NOT_KEPT = new Set([
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
      typeof value === 'string' && !NOT_KEPT.has(name) ? [[name, value]] : [],
    ),
  );
}
