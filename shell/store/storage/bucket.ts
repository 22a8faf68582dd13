import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { UserError } from '../../tools/user-error';
import { headersOf } from './headers';
import type { Storage } from './storage';

/** How often a request is made again after a 5xx, with growing pauses; and after two writers have met (409). */
const RETRIES = 4;

const TOKEN = /<NextContinuationToken>(.+?)<\/NextContinuationToken>/;

/**
 * A store in a bucket that speaks the S3 protocol and knows conditional writes: Amazon's, or MinIO, R2, Ceph…
 * The settings have the names that Amazon's own tools read: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
 * `AWS_SESSION_TOKEN`, `AWS_REGION` and, for other providers, `AWS_ENDPOINT_URL_S3`.
 * @param address `s3://bucket` or `s3://bucket/prefix`.
 * @throws UserError when a setting is missing.
 */
export function bucketStorage(address: string, environment: NodeJS.ProcessEnv = process.env): Storage {
  const [, bucket, folder = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  if (!bucket) throw new UserError(`"${address}" is no bucket: s3://bucket/prefix is.`);
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
  const place = `${endpoint.replace(/\/$/, '')}/${bucket}`;
  const urlOf = (name: string) =>
    `${place}/${`${prefix}${name}`.split('/').map(encodeURIComponent).join('/')}`;

  async function ask(method: string, url: string, headers: Record<string, string> = {}, body?: Buffer) {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    let response: Response;
    try {
      response = await client.fetch(url, {
        method,
        // Signed with the body's hash, so that the bucket refuses what was changed on the way.
        headers: { ...headers, 'x-amz-content-sha256': hash },
        ...(body && { body: new Uint8Array(body) }),
      });
    } catch (cause) {
      throw new UserError(`${address} cannot be reached at ${endpoint}: ${reasonOf(cause)}.`);
    }
    return response;
  }

  async function refuse(response: Response, what: string): Promise<never> {
    const [, code = response.statusText] = /<Code>(.*?)<\/Code>/.exec(await response.text()) ?? [];
    throw new UserError(`${address} refused to ${what}: ${response.status} ${code}.`);
  }

  async function read(name: string) {
    const response = await ask('GET', urlOf(name));
    if (response.status === 404) {
      await response.arrayBuffer();
      return undefined;
    }
    if (!response.ok) return refuse(response, `read ${name}`);
    return {
      bytes: await whole(response, `read ${name}`),
      tag: response.headers.get('etag') ?? '',
      modified: new Date(response.headers.get('last-modified') ?? Date.now()),
    };
  }

  /** @returns whether the object is now what was to be written. */
  async function write(name: string, bytes: Buffer, condition: Record<string, string>): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      const response = await ask('PUT', urlOf(name), { ...headersOf(name), ...condition }, bytes);
      if (response.ok) {
        await response.arrayBuffer();
        return true;
      }
      // 409: another conditional write was under way; it may yet fail.
      if (response.status === 409 && attempt < RETRIES) {
        await response.arrayBuffer();
        await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt * (1 + Math.random())));
        continue;
      }
      if (response.status !== 412 && response.status !== 409 && response.status !== 404) {
        return refuse(response, `write ${name}`);
      }
      await response.arrayBuffer();
      // It may have been our own attempt whose answer was lost.
      return (await read(name))?.bytes.equals(bytes) ?? false;
    }
  }

  async function page(query: Record<string, string>, token?: string): Promise<string> {
    const parameters = new URLSearchParams({
      'list-type': '2',
      'encoding-type': 'url',
      ...query,
      ...(token && { 'continuation-token': token }),
    });
    const response = await ask('GET', `${place}?${parameters.toString()}`);
    if (!response.ok) return refuse(response, 'list its objects');
    const xml = String(await whole(response, 'list its objects'));
    // What is cut off looks like a shorter list: somebody would take the last entry of the history for an older one.
    const isLast = /<IsTruncated>\s*false\s*</.test(xml);
    const goesOn = /<IsTruncated>\s*true\s*</.test(xml) && TOKEN.test(xml);
    if (/<\/ListBucketResult>\s*$/.test(xml) && (isLast || goesOn)) return xml;
    throw new UserError(`${address} has sent half a list of its objects; try again.`);
  }

  /** @throws UserError when an answer ends before it is complete. */
  async function whole(response: Response, what: string): Promise<Buffer> {
    const bytes = await response.arrayBuffer().then(Buffer.from, () => undefined);
    const length = response.headers.get('content-encoding') ? null : response.headers.get('content-length');
    if (bytes && (length === null || Number(length) === bytes.length)) return bytes;
    throw new UserError(`${address} broke off while it was asked to ${what}; try again.`);
  }

  /** All values of one element of a listing, without the store's own prefix. */
  async function listed(query: Record<string, string>, element: RegExp): Promise<string[]> {
    const names: string[] = [];
    for (let token: string | undefined, more = true; more;) {
      const xml = await page(query, token);
      for (const [, name = ''] of xml.matchAll(element)) {
        names.push(decodeURIComponent(name.replaceAll('+', ' ')).slice(prefix.length));
      }
      token = TOKEN.exec(xml)?.[1];
      more = token !== undefined;
    }
    return names.sort();
  }

  return {
    address,
    read,
    create: (name, bytes) => write(name, bytes, { 'if-none-match': '*' }),
    replace: (name, bytes, tag) =>
      write(name, bytes, tag === undefined ? { 'if-none-match': '*' } : { 'if-match': tag }),
    async remove(name) {
      const response = await ask('DELETE', urlOf(name));
      if (!response.ok && response.status !== 404) await refuse(response, `remove ${name}`);
      await response.arrayBuffer();
    },
    list: (below) => listed({ prefix: `${prefix}${below}` }, /<Key>(.*?)<\/Key>/g),
    async folders(below) {
      const names = await listed(
        { prefix: `${prefix}${below}`, delimiter: '/' },
        /<CommonPrefixes><Prefix>(.*?)<\/Prefix>/g,
      );
      return names.map((name) => name.slice(below.length, -1));
    },
  };
}

function required(environment: NodeJS.ProcessEnv, variable: string): string {
  const value = environment[variable];
  if (!value) throw new UserError(`A store in a bucket needs ${variable}.`);
  return value;
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message || inner.name : String(inner);
}
