import { createHash } from 'node:crypto';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type Http2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Certificate } from './certificate';
import { forwardToApi } from './api-proxy';
import { compressed, type Origin, type Resource } from './origin';
import { parsePriority, ResponseQueue } from './response-queue';
import { AccessLine, type NetworkConditions } from './shaped-connection';

/** A variant as a server sees it. */
export interface Hosted {
  readonly site: Origin;
  /** Where remotes live; absent where everything comes from one origin. */
  readonly cdn?: Origin;
}

export interface PageServerOptions {
  readonly certificate: Certificate;
  readonly apiPort: number;
  readonly sitePort: number;
  readonly cdnPort: number;
}

interface Prepared {
  readonly resource: Resource;
  readonly etag: string;
  readonly cacheControl: string;
  readonly brotli: Buffer | undefined;
}

/**
 * Two origins that serve one variant at a time, over TLS 1.3 and HTTP/2, behind one access line. Compression,
 * cache rules, priorities and headers are the same for every variant.
 */
export class PageServer {
  private hosted: Hosted = { site: { read: async () => undefined } };
  /** What was read and compressed before, for each variant: a store has its compressed copies before anybody asks. */
  private readonly prepared = new WeakMap<Hosted, Map<string, Promise<Prepared | undefined>>>();
  private line: AccessLine | undefined;
  private readonly sockets = new Set<Socket>();
  private readonly servers: Server[] = [];

  constructor(private readonly options: PageServerOptions) {}

  /** Serves another variant, or another release of it, from here on. The very same one is not prepared again. */
  host(hosted: Hosted): void {
    this.hosted = hosted;
  }

  /** A line of its own for the next page; without conditions, none at all. Open connections end. */
  newLine(conditions: NetworkConditions | undefined): void {
    for (const socket of this.sockets) socket.destroy();
    this.line = conditions && new AccessLine(conditions);
  }

  async listen(): Promise<void> {
    const { sitePort, cdnPort } = this.options;
    await this.listenOn(sitePort, async (pathname, stream, headers, queue) => {
      if (!/^\/(?:api|dev)(?:\/|$)/.test(pathname)) return false;
      await forwardToApi(this.options.apiPort, stream, headers, queue);
      return true;
    });
    await this.listenOn(cdnPort, async () => false);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  private async listenOn(port: number, forward: Forward): Promise<void> {
    const { key, cert } = this.options.certificate;
    const onCdn = port === this.options.cdnPort;
    const http2 = createSecureServer({ key, cert, minVersion: 'TLSv1.3' });
    const queues = new WeakMap<Http2Session, ResponseQueue>();
    http2.on('session', (session) => {
      queues.set(session, new ResponseQueue());
      session.on('error', () => session.destroy());
    });
    http2.on('stream', (stream, headers) => {
      // A page that goes away resets its streams.
      stream.on('error', () => stream.destroy());
      const queue = stream.session && queues.get(stream.session);
      if (!queue) return stream.destroy();
      this.answer(stream, headers, onCdn, queue, forward).catch((error: unknown) => {
        process.stderr.write(`The bench's server failed: ${String(error)}\n`);
        stream.destroy();
      });
    });
    const server = createTcpServer((socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      http2.emit('connection', this.line ? this.line.connect(socket) : socket);
    });
    this.servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  }

  private async answer(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    onCdn: boolean,
    queue: ResponseQueue,
    forward: Forward,
  ): Promise<void> {
    const { pathname } = new URL(headers[':path'] ?? '/', 'https://localhost');
    if (await forward(pathname, stream, headers, queue)) return;
    const found = await this.prepare(pathname, onCdn);
    if (stream.destroyed) return;
    const common = onCdn
      ? {
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'timing-allow-origin': '*',
        }
      : {};
    if (!found)
      return stream.respond({ ...common, ':status': 404, 'cache-control': 'no-store' }, { endStream: true });
    const { resource, etag, cacheControl, brotli } = found;
    const kept = { ...common, etag, 'cache-control': cacheControl, vary: 'accept-encoding' };
    if (headers['if-none-match'] === etag)
      return stream.respond({ ...kept, ':status': 304 }, { endStream: true });
    const range = brotli ? undefined : parseRange(headers.range, resource.body.length);
    const body = range ? resource.body.subarray(range.start, range.end + 1) : (brotli ?? resource.body);
    stream.respond({
      ...kept,
      ':status': range ? 206 : resource.status,
      'content-type': resource.type,
      'content-length': body.length,
      ...(brotli && { 'content-encoding': 'br' }),
      ...(!brotli && { 'accept-ranges': 'bytes' }),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${resource.body.length}` }),
      ...(resource.link && { link: resource.link }),
    });
    queue.add(stream, body, parsePriority(first(headers.priority)));
  }

  private prepare(pathname: string, onCdn: boolean): Promise<Prepared | undefined> {
    const place = `${onCdn ? 'cdn' : 'site'} ${pathname}`;
    const prepared = this.prepared.get(this.hosted) ?? new Map<string, Promise<Prepared | undefined>>();
    this.prepared.set(this.hosted, prepared);
    const present = prepared.get(place);
    if (present) return present;
    const reading = this.read(pathname, onCdn);
    prepared.set(place, reading);
    return reading;
  }

  private async read(pathname: string, onCdn: boolean): Promise<Prepared | undefined> {
    const resource = await (onCdn ? this.hosted.cdn : this.hosted.site)?.read(pathname);
    if (!resource) return undefined;
    return {
      resource,
      etag: `"${createHash('sha256').update(resource.body).digest('base64url').slice(0, 16)}"`,
      cacheControl: cacheControl(pathname, resource.type),
      brotli: await compressed(resource),
    };
  }
}

type Forward = (
  pathname: string,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  queue: ResponseQueue,
) => Promise<boolean>;

/** What a name's hash makes immutable is kept for a year, pages are asked for again, pictures stay a day. */
export function cacheControl(pathname: string, type: string): string {
  const moves = type.startsWith('text/html') || /\/(?:registry|mf-manifest)\.json$/.test(pathname);
  if (moves) return 'no-cache';
  const hashed = /[.-][\w-]{8,}\.(?:js|css|woff2|svg|png|jpg|webp|avif)$/.test(pathname);
  const released = /^\/[\w-]+\/\d+\.\d+\.\d+[^/]*\//.test(pathname);
  return hashed || released ? 'public, max-age=31536000, immutable' : 'public, max-age=86400';
}

/** A single range (RFC 9110 §14.2), which is all that browsers ask for. */
export function parseRange(header: string | undefined, length: number) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined) return undefined;
  const start = Number(from);
  const end = Math.min(to ? Number(to) : length - 1, length - 1);
  return start <= end ? { start, end } : undefined;
}

function first(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}
