import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { UserError } from '../../tools/user-error';
import { headersOf, type ObjectHeaders } from './headers';
import type { Storage } from './storage';

/** Retries after a 5xx response, and after a conflict of two writers (409). */
const RETRIES = 4;

const TOKEN = /<NextContinuationToken>(.+?)<\/NextContinuationToken>/;

/**
 * A store in a bucket with the S3 protocol and conditional writes: Amazon's, or MinIO, R2, Ceph…
 * The settings are those of Amazon's own tools: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`,
 * `AWS_REGION` and, for other providers, `AWS_ENDPOINT_URL_S3`.
 * @param address `s3://bucket` or `s3://bucket/prefix`.
 * @param headers the HTTP headers of each object.
 * @throws UserError when a setting is missing.
 */
export function bucketStorage(
  address: string,
  environment: NodeJS.ProcessEnv = process.env,
  headers: (name: string) => ObjectHeaders = headersOf,
): Storage {
  const [, bucket, folder = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  if (!bucket) throw new UserError(`"${address}" is not a bucket. Write it as s3://bucket/prefix.`);
  const prefix = folder && !folder.endsWith('/') ? `${folder}/` : folder;
  const region = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1';
  const endpoint = environment.AWS_ENDPOINT_URL_S3 ?? `https://s3.${region}.amazonaws.com`;
  const { AWS_SESSION_TOKEN: sessionToken } = environment;
  const client = new AwsClient({
    accessKeyId: required(environment, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: required(environment, 'AWS_SECRET_ACCESS_KEY'),
    ...(sessionToken && { sessionToken }),
    region,
    service: 's3',
    retries: RETRIES,
  });
  const bucketUrl = `${endpoint.replace(/\/$/, '')}/${bucket}`;
  const urlOf = (name: string) =>
    `${bucketUrl}/${`${prefix}${name}`.split('/').map(encodeURIComponent).join('/')}`;

  async function request(method: string, url: string, headers: Record<string, string> = {}, body?: Buffer) {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    try {
      return await client.fetch(url, {
        method,
        // The signature covers the body's hash, so the bucket rejects a body that was altered in transit.
        headers: { ...headers, 'x-amz-content-sha256': hash },
        ...(body && { body: new Uint8Array(body) }),
      });
    } catch (cause) {
      throw new UserError(`${address} cannot be reached at ${endpoint}: ${reasonOf(cause)}.`);
    }
  }

  /** @throws UserError always. */
  async function fail(response: Response, what: string): Promise<never> {
    const [, code = response.statusText] = /<Code>(.*?)<\/Code>/.exec(await response.text()) ?? [];
    throw new UserError(`${address} refused to ${what}: ${response.status} ${code}.`);
  }

  async function read(name: string) {
    // Otherwise fetch would decompress the copies that are stored for browsers.
    const response = await request('GET', `${urlOf(name)}?response-content-encoding=identity`);
    if (response.status === 404) return discard(response);
    if (!response.ok) return fail(response, `read ${name}`);
    return {
      bytes: await bodyOf(response, `read ${name}`),
      tag: response.headers.get('etag') ?? '',
      modified: new Date(response.headers.get('last-modified') ?? Date.now()),
    };
  }

  /** @returns whether the object now has these bytes. */
  async function write(name: string, bytes: Buffer, condition: Record<string, string>): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      const response = await request('PUT', urlOf(name), { ...headers(name), ...condition }, bytes);
      const { ok, status } = response;
      if (!ok && status !== 404 && status !== 409 && status !== 412) return fail(response, `write ${name}`);
      await discard(response);
      if (ok) return true;
      // 409: another conditional write is under way, and it may still fail.
      if (status === 409 && attempt < RETRIES) {
        await delay(50 * 2 ** attempt * (1 + Math.random()));
        continue;
      }
      // An earlier attempt of this process may have succeeded although its response was lost.
      return (await read(name))?.bytes.equals(bytes) ?? false;
    }
  }

  async function listPage(query: Record<string, string>, token?: string): Promise<string> {
    const parameters = new URLSearchParams({
      'list-type': '2',
      'encoding-type': 'url',
      ...query,
      ...(token && { 'continuation-token': token }),
    });
    const response = await request('GET', `${bucketUrl}?${parameters.toString()}`);
    if (!response.ok) return fail(response, 'list its objects');
    const xml = String(await bodyOf(response, 'list its objects'));
    // A truncated response looks like a shorter list, and an old history entry like the newest.
    const isLast = /<IsTruncated>\s*false\s*</.test(xml);
    const hasNext = /<IsTruncated>\s*true\s*</.test(xml) && TOKEN.test(xml);
    if (/<\/ListBucketResult>\s*$/.test(xml) && (isLast || hasNext)) return xml;
    throw new UserError(`${address} sent an incomplete list of its objects. Try again.`);
  }

  /** @throws UserError when the response ends before it is complete. */
  async function bodyOf(response: Response, what: string): Promise<Buffer> {
    const bytes = await response.arrayBuffer().then(Buffer.from, () => undefined);
    const isDecoded = !['identity', null].includes(response.headers.get('content-encoding'));
    const length = isDecoded ? null : response.headers.get('content-length');
    if (bytes && (length === null || Number(length) === bytes.length)) return bytes;
    throw new UserError(`${address} closed the connection during the request to ${what}. Try again.`);
  }

  /** All values of one element of a listing, without the store's own prefix. */
  async function list(query: Record<string, string>, element: RegExp): Promise<string[]> {
    const names: string[] = [];
    let token: string | undefined;
    do {
      const xml = await listPage(query, token);
      for (const [, name = ''] of xml.matchAll(element)) {
        names.push(decodeURIComponent(name.replaceAll('+', ' ')).slice(prefix.length));
      }
      token = TOKEN.exec(xml)?.[1];
    } while (token !== undefined);
    return names.sort();
  }

  return {
    address,
    read,
    create: (name, bytes) => write(name, bytes, { 'if-none-match': '*' }),
    replace: (name, bytes, tag) =>
      write(name, bytes, tag === undefined ? { 'if-none-match': '*' } : { 'if-match': tag }),
    async remove(name) {
      const response = await request('DELETE', urlOf(name));
      if (!response.ok && response.status !== 404) await fail(response, `remove ${name}`);
      await discard(response);
    },
    list: (below) => list({ prefix: `${prefix}${below}` }, /<Key>(.*?)<\/Key>/g),
    async folders(below) {
      const names = await list(
        { prefix: `${prefix}${below}`, delimiter: '/' },
        /<CommonPrefixes><Prefix>(.*?)<\/Prefix>/g,
      );
      return names.map((name) => name.slice(below.length, -1));
    },
  };
}

/** Reads an unused body, so that its connection can be reused. */
async function discard(response: Response): Promise<undefined> {
  await response.arrayBuffer();
}

function required(environment: NodeJS.ProcessEnv, variable: string): string {
  const value = environment[variable];
  if (!value) throw new UserError(`A store in a bucket needs the setting ${variable}.`);
  return value;
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message || inner.name : String(inner);
}
