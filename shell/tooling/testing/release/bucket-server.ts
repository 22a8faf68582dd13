import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const FIRST_KEY = { id: 'release-robot', secret: 'its secret' };
const [REGION, SERVICE] = ['eu-west-2', 's3'];

interface BucketObject {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly modified: string;
}

/**
 * The part of S3 that a store needs (Amazon S3 API Reference): GET, conditional PUT, DELETE, ListObjectsV2 with pages
 * of three. Every request needs a valid Signature Version 4 over its body.
 * @param publicPrefix objects that any client may read, as a CDN does.
 */
export async function startBucketServer(publicPrefix?: string, pageSize = 3, listenOn = 0) {
  const objects = new Map<string, BucketObject>();
  const secrets = new Map([[FIRST_KEY.id, FIRST_KEY.secret]]);
  let fault: BucketFault | undefined;
  /** The objects that were there when the fault began. */
  let former: ReadonlyMap<string, BucketObject> = objects;
  /** Signed requests by method and key. */
  const requests: string[] = [];
  /** Statuses of the next responses. */
  const failures: number[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const { port } = server.address() as AddressInfo;
    const url = new URL(request.url ?? '/', `http://localhost:${port}`);
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const isPublic = request.method === 'GET' && publicPrefix !== undefined && key.startsWith(publicPrefix);
    if (isPublic && !request.headers.authorization) return send(response, objects.get(key), request.headers);
    if (!isSigned(request, url, body, secrets)) return refuse(response, 403, 'SignatureDoesNotMatch');
    const failure = failures.shift();
    if (failure)
      return refuse(response, failure, failure === 409 ? 'ConditionalRequestConflict' : 'SlowDown');
    if (bucket !== 'releases') return refuse(response, 404, 'NoSuchBucket');
    requests.push(`${request.method} ${key}`);
    if (fault === 'slow') await delay(300);
    if (fault === 'unavailable') return refuse(response, 503, 'SlowDown');
    if (fault === 'stalled' && request.method === 'GET') return;
    if (fault === 'cut off' && request.method === 'GET' && key) return cutOff(response, objects.get(key));
    // The write succeeds, and its client does not learn of it.
    if (fault === 'cut off') response.socket?.destroy();
    if (fault === 'stalled') response.end = () => response;
    if (request.method === 'GET' && !key) {
      return list(response, url.searchParams, fault === 'old listings' ? former : objects, pageSize);
    }
    const present = objects.get(key);
    if (request.method === 'PUT') {
      const { 'if-none-match': none, 'if-match': match } = request.headers;
      if (none === '*' && present) return refuse(response, 412, 'PreconditionFailed');
      if (match && !present) return refuse(response, 404, 'NoSuchKey');
      if (match && present && match !== tagOf(present.bytes))
        return refuse(response, 412, 'PreconditionFailed');
      objects.set(key, { bytes: body, headers: storedHeaders(request), modified: new Date().toUTCString() });
      return void response.writeHead(200, { etag: tagOf(body) }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    // GetObject: a request may replace the stored encoding.
    const encoding = url.searchParams.get('response-content-encoding');
    const headers = { ...present?.headers, ...(encoding && { 'content-encoding': encoding }) };
    send(response, present && { ...present, headers }, request.headers);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => refuse(response, 500, String(error)));
  });
  await new Promise<void>((resolve) => server.listen(listenOn, () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    /** The secret of each access key that the bucket accepts. */
    secrets,
    requests,
    failures,
    /** Makes the bucket fail until the next call. */
    fail(next?: BucketFault) {
      fault = next;
      former = new Map(objects);
    },
    /** The address at which any client reads the objects with the public prefix. */
    url: `http://localhost:${port}/releases/${publicPrefix ?? ''}`,
    environment: {
      AWS_ENDPOINT_URL_S3: `http://localhost:${port}`,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: FIRST_KEY.id,
      AWS_SECRET_ACCESS_KEY: FIRST_KEY.secret,
    },
    close() {
      const closed = new Promise((resolve) => server.close(resolve));
      // Stalled requests are never answered.
      server.closeAllConnections();
      return closed;
    },
  };
}

/** How a bucket fails that several clients use. */
export type BucketFault = 'stalled' | 'unavailable' | 'slow' | 'cut off' | 'old listings';

/** Closes the connection in the middle of the body. */
function cutOff(response: ServerResponse, object: BucketObject | undefined): void {
  if (!object) return refuse(response, 404, 'NoSuchKey');
  const { bytes, headers } = object;
  response.writeHead(200, { ...headers, etag: tagOf(bytes), 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

/** Responds with an object, as S3 does. */
function send(
  response: ServerResponse,
  object: BucketObject | undefined,
  { range, 'if-none-match': known }: IncomingHttpHeaders,
): void {
  if (!object) return refuse(response, 404, 'NoSuchKey');
  const { bytes } = object;
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const isKnown = known === tagOf(bytes);
  response.writeHead(isKnown ? 304 : from ? 206 : 200, {
    ...object.headers,
    ...(from && { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
    etag: tagOf(bytes),
    'last-modified': object.modified,
  });
  response.end(isKnown ? undefined : from ? bytes.subarray(Number(from), Number(to) + 1) : bytes);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Signs the received request as the client should have (Signature Version 4), and compares. */
function isSigned(
  { method, headers }: IncomingMessage,
  url: URL,
  body: Buffer,
  secrets: ReadonlyMap<string, string>,
): boolean {
  const { authorization = '', 'x-amz-date': time = '', 'x-amz-content-sha256': hash } = headers;
  const [, id = ''] = /Credential=([^/]*)\//.exec(authorization) ?? [];
  const secret = secrets.get(id);
  if (hash !== sha256(body) || secret === undefined) return false;
  const [, names = ''] = /SignedHeaders=([^,]*)/.exec(authorization) ?? [];
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    hash,
  ].join('\n');
  const day = String(time).slice(0, 8);
  const scope = `${day}/${REGION}/${SERVICE}/aws4_request`;
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (signing, part) => createHmac('sha256', signing).update(part).digest(),
      `AWS4${secret}`,
    );
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return authorization.endsWith(`Signature=${signature}`);
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function storedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const names = ['content-type', 'cache-control', 'content-encoding'];
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

function list(
  response: ServerResponse,
  query: URLSearchParams,
  objects: ReadonlyMap<string, BucketObject>,
  pageSize: number,
): void {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const below = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const folders = delimiter
    ? [
        ...new Set(
          below
            .filter((key) => key.slice(prefix.length).includes(delimiter))
            .map((key) => prefix + key.slice(prefix.length).split(delimiter)[0] + delimiter),
        ),
      ]
    : [];
  const keys = delimiter ? below.filter((key) => !key.slice(prefix.length).includes(delimiter)) : below;
  const from = Number(query.get('continuation-token') ?? 0);
  const entries = [
    ...keys.map((key) => `<Contents><Key>${encodeURIComponent(key)}</Key></Contents>`),
    ...folders.map((key) => `<CommonPrefixes><Prefix>${encodeURIComponent(key)}</Prefix></CommonPrefixes>`),
  ];
  const isTruncated = from + pageSize < entries.length;
  const more = isTruncated ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${entries.slice(from, from + pageSize).join('')}${more}</ListBucketResult>`,
  );
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code></Error>`);
}
