import { createHash } from 'node:crypto';
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type Http2Session,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { PAGE_AS_DICTIONARY } from '../../formats/differences';
import { forwardToApi } from './api-proxy';
import type { Certificate } from './certificate';
import type { Origin, Resource } from './origin';
import { parsePriority, ResponseQueue } from './response-queue';
import { AccessLink, type NetworkConditions } from './throttled-connection';

/** One site as it is served: its pages, and the origin of its remotes where that is another one. */
export interface HostedSite {
  readonly site: Origin;
  readonly cdn?: Origin;
}

export interface PageServerOptions {
  readonly certificate: Certificate;
  readonly apiPort: number;
  readonly sitePort: number;
  readonly cdnPort: number;
}

interface CachedResource extends Resource {
  readonly headers: OutgoingHttpHeaders & { readonly etag: string };
  readonly brotli: Buffer | undefined;
}

const CDN_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/**
 * Two origins that serve one site at a time over TLS 1.3 and HTTP/2. Compression, cache rules, priorities and headers
 * are the same for every site, and all connections share one throttled link.
 */
export class PageServer {
  private hosted: HostedSite = { site: async () => undefined };
  /** Resources are read and compressed once, as a CDN stores them: compressing must not be part of a measurement. */
  private readonly caches = new WeakMap<Origin, Map<string, Promise<CachedResource | undefined>>>();
  private link: AccessLink | undefined;
  private readonly sockets = new Set<Socket>();
  private readonly servers: Server[] = [];

  constructor(private readonly options: PageServerOptions) {}

  /** Serves another site from now on. Its cache lives as long as its origins. */
  host(hosted: HostedSite): void {
    this.hosted = hosted;
  }

  /** Closes all connections and throttles new ones; without conditions, they are not throttled. */
  throttle(conditions: NetworkConditions | undefined): void {
    this.closeConnections();
    this.link = conditions && new AccessLink(conditions);
  }

  async listen(): Promise<void> {
    await this.listenOn(this.options.sitePort, false);
    await this.listenOn(this.options.cdnPort, true);
  }

  async close(): Promise<void> {
    this.closeConnections();
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  private closeConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private async listenOn(port: number, isCdn: boolean): Promise<void> {
    const { key, cert } = this.options.certificate;
    const http2 = createSecureServer({ key, cert, minVersion: 'TLSv1.3' });
    const queues = new WeakMap<Http2Session, ResponseQueue>();
    http2.on('session', (session) => {
      queues.set(session, new ResponseQueue());
      session.on('error', () => session.destroy());
    });
    http2.on('stream', (stream, headers) => {
      // A browser resets the streams of a closed page.
      stream.on('error', () => stream.destroy());
      const queue = stream.session && queues.get(stream.session);
      if (!queue) return stream.destroy();
      this.respond(stream, headers, isCdn, queue).catch((error: unknown) => {
        process.stderr.write(`The page server failed: ${String(error)}\n`);
        stream.destroy();
      });
    });
    const server = createTcpServer((socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      http2.emit('connection', this.link ? this.link.connect(socket) : socket);
    });
    this.servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  }

  private async respond(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    isCdn: boolean,
    queue: ResponseQueue,
  ): Promise<void> {
    const { pathname } = new URL(headers[':path'] ?? '/', 'https://localhost');
    if (!isCdn && /^\/(?:api|dev)(?:\/|$)/.test(pathname)) {
      return forwardToApi(this.options.apiPort, stream, headers, queue);
    }
    const dictionary = headers['available-dictionary']?.toString();
    const resource = await this.read(isCdn ? this.hosted.cdn : this.hosted.site, pathname, dictionary);
    if (stream.destroyed) return;
    const common = { ...(isCdn && CDN_HEADERS), ...(resource?.headers ?? { 'cache-control': 'no-store' }) };
    if (!resource) return stream.respond({ ...common, ':status': 404 }, { endStream: true });
    if (headers['if-none-match'] === resource.headers.etag) {
      return stream.respond({ ...common, ':status': 304 }, { endStream: true });
    }
    const { brotli, status, type, link, body: whole, isDifference } = resource;
    const encoding = isDifference ? 'dcz' : brotli && 'br';
    const range = encoding ? undefined : parseRange(headers.range, whole.length);
    const body = range ? whole.subarray(range.start, range.end + 1) : (brotli ?? whole);
    stream.respond({
      ...common,
      ':status': range ? 206 : status,
      'content-type': type,
      'content-length': body.length,
      ...(encoding ? { 'content-encoding': encoding } : { 'accept-ranges': 'bytes' }),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${whole.length}` }),
      ...(link && { link }),
    });
    queue.add(stream, body, parsePriority(headers.priority));
  }

  private read(
    origin: Origin | undefined,
    pathname: string,
    dictionary: string | undefined,
  ): Promise<CachedResource | undefined> {
    if (!origin) return Promise.resolve(undefined);
    const cache = this.caches.get(origin) ?? new Map<string, Promise<CachedResource | undefined>>();
    this.caches.set(origin, cache);
    const key = `${pathname} ${dictionary ?? ''}`;
    const reading = cache.get(key) ?? readFrom(origin, pathname, dictionary);
    cache.set(key, reading);
    return reading;
  }
}

async function readFrom(
  origin: Origin,
  pathname: string,
  dictionary: string | undefined,
): Promise<CachedResource | undefined> {
  const resource = await origin(pathname, dictionary);
  if (!resource) return undefined;
  const { body, type, useAsDictionary, isDifference } = resource;
  const isRevalidated = cacheControl(pathname, type) === 'no-cache';
  const isText = /^(?:text\/|application\/(?:json|manifest)|image\/svg)/.test(type);
  return {
    ...resource,
    headers: {
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`,
      'cache-control': useAsDictionary && isRevalidated ? PAGE_AS_DICTIONARY : cacheControl(pathname, type),
      vary: useAsDictionary ? 'accept-encoding, available-dictionary' : 'accept-encoding',
      ...(useAsDictionary && { 'use-as-dictionary': useAsDictionary }),
    },
    brotli: isText && !isDifference ? await promisify(brotliCompress)(body) : undefined,
  };
}

/** Files with a hash in their name are immutable, pages and registries are revalidated, the rest is fresh for a day. */
export function cacheControl(pathname: string, type: string): string {
  const isMutable = type.startsWith('text/html') || /\/(?:registry|mf-manifest)\.json$/.test(pathname);
  if (isMutable) return 'no-cache';
  const isHashed = /[.-][\w-]{8,}\.(?:js|css|woff2|svg|png|jpg|webp|avif)$/.test(pathname);
  const isReleased = /^\/[\w-]+\/\d+\.\d+\.\d+[^/]*\//.test(pathname);
  return isHashed || isReleased ? 'public, max-age=31536000, immutable' : 'public, max-age=86400';
}

/** Parses a single range (RFC 9110 §14.2); browsers request no others. */
export function parseRange(header: string | undefined, length: number) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined) return undefined;
  const start = Number(from);
  const end = Math.min(to ? Number(to) : length - 1, length - 1);
  return start <= end ? { start, end } : undefined;
}
