import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { requireEncrypted } from '../../../packages/node/web-server';
import { UserError } from '../../../packages/node/user-error';
import { headersOf } from './headers';
import { type InvalidName, parseName, parseNames, parsePrefix, requireReadable } from './names';
import type { Storage } from './storage';

/** Requests that the bucket could not answer, and writes after a conflict of two writers (409). */
const ATTEMPTS = 4;
const CONNECTION_MS = 5_000;
/** The time without any byte after which a connection has stalled. */
const STALLED_MS = 5_000;
/** The time within which one request with its body must end. */
const REQUEST_MS = 120_000;

/**
 * A store in a bucket with the S3 protocol and conditional writes: Amazon's, or MinIO, R2, Ceph… The
 * settings: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION` and, for other
 * providers, `AWS_ENDPOINT_URL_S3`.
 * @param address `s3://bucket` or `s3://bucket/prefix`.
 * @throws UserError when a setting is missing.
 */
export function bucketStorage(
  address: string,
  environment: NodeJS.ProcessEnv = process.env,
  stalledMs = STALLED_MS,
): Storage {
  const [, Bucket, folder = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  if (!Bucket) throw new UserError(`"${address}" is not a bucket. Write it as s3://bucket/prefix.`);
  const prefix = folder && !folder.endsWith('/') ? `${folder}/` : folder;
  const region = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1';
  const endpoint = requireEncrypted(
    'AWS_ENDPOINT_URL_S3',
    environment.AWS_ENDPOINT_URL_S3 ?? `https://s3.${region}.amazonaws.com`,
  );
  const { AWS_SESSION_TOKEN: sessionToken } = environment;
  // The library would warn on each start that its later versions need a later Node.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = new S3Client({
    region,
    endpoint,
    forcePathStyle: true,
    credentials: {
      accessKeyId: required(environment, 'AWS_ACCESS_KEY_ID'),
      secretAccessKey: required(environment, 'AWS_SECRET_ACCESS_KEY'),
      ...(sessionToken && { sessionToken }),
    },
    maxAttempts: ATTEMPTS,
    // Other providers do not know Amazon's checksums; the signature covers the hash of what is written.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_MS,
      socketTimeout: stalledMs,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
    },
  });
  refuseIncompleteLists(client, address);
  const objectAt = (name: string) => ({ Bucket, Key: prefix + parseName(name, address) });

  /** Describes an error of the library in the store's words. @throws UserError always. */
  function fail(error: unknown, what: string): never {
    if (error instanceof UserError) throw error;
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode !== undefined) {
      throw new UserError(`${address} refused to ${what}: ${error.$metadata.httpStatusCode} ${error.name}.`);
    }
    throw new UserError(`${address} cannot be reached at ${endpoint}: ${reasonOf(error)}.`);
  }

  async function read(name: string) {
    const found = await client.send(new GetObjectCommand(objectAt(name))).catch((error: unknown) => {
      if (error instanceof NoSuchKey) return undefined;
      return fail(error, `read ${name}`);
    });
    if (!found) return undefined;
    requireReadable(name, address, found.ContentLength ?? 0);
    const bytes = await found.Body?.transformToByteArray().then(Buffer.from, () => undefined);
    if (!bytes || (found.ContentLength ?? bytes.length) !== bytes.length) {
      throw new UserError(`${address} closed the connection during the request to read ${name}. Try again.`);
    }
    return { bytes, tag: found.ETag ?? '', modified: found.LastModified ?? new Date() };
  }

  /** @returns whether the object now has these bytes. */
  async function write(name: string, bytes: Buffer, tag: string | undefined): Promise<boolean> {
    const {
      'content-type': ContentType,
      'cache-control': CacheControl,
      'content-encoding': ContentEncoding,
    } = headersOf(name);
    const condition = tag === undefined ? { IfNoneMatch: '*' } : { IfMatch: tag };
    const object = { ...objectAt(name), Body: bytes, ContentType, CacheControl, ContentEncoding };
    for (let attempt = 1; ; attempt++) {
      try {
        await client.send(new PutObjectCommand({ ...object, ...condition }));
        return true;
      } catch (error) {
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
        if (![404, 409, 412].includes(status ?? 0)) return fail(error, `write ${name}`);
        // Status 409 means that another conditional write is under way, and it may still fail.
        if (status === 409 && attempt <= ATTEMPTS) {
          await delay(50 * 2 ** attempt * (1 + Math.random()));
          continue;
        }
        // An earlier attempt of this process may have succeeded although its response was lost.
        return (await read(name))?.bytes.equals(bytes) ?? false;
      }
    }
  }

  /** Lists names of objects, or of folders with a delimiter, without the store's own prefix. */
  async function list(
    below: string,
    Delimiter?: '/',
    onInvalid?: (error: InvalidName) => void,
  ): Promise<string[]> {
    const Prefix = prefix + parsePrefix(below, address);
    const query = { Bucket, Prefix, Delimiter, EncodingType: 'url' as const };
    const names: string[] = [];
    try {
      for await (const page of paginateListObjectsV2({ client }, query)) {
        const found = Delimiter
          ? (page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix)
          : (page.Contents ?? []).map(({ Key }) => Key);
        names.push(...found.filter((name) => name !== undefined));
      }
    } catch (error) {
      return fail(error, 'list its objects');
    }
    const listed = names
      .map((name) => decodeURIComponent(name.replaceAll('+', ' ')))
      .map((name) => (Delimiter ? name.replace(/\/$/, '') : name))
      .filter((name) => !name.endsWith('/')); // Consoles create empty objects for folders.
    return parseNames(listed, address, Prefix, onInvalid)
      .map((name) => name.slice(prefix.length))
      .sort();
  }

  return {
    address,
    read,
    create: (name, bytes) => write(name, bytes, undefined),
    replace: write,
    async remove(name, abortSignal) {
      const command = new DeleteObjectCommand(objectAt(name));
      await client.send(command, { ...(abortSignal && { abortSignal }) }).catch((error: unknown) => {
        if (!(error instanceof NoSuchKey)) fail(error, `remove ${name}`);
      });
    },
    list: (below, onInvalid) => list(below, undefined, onInvalid),
    folders: async (below) => (await list(below, '/')).map((name) => name.slice(below.length)),
  };
}

/** The library reads a truncated list as a shorter one: then an old history entry would be the newest. */
function refuseIncompleteLists(client: S3Client, address: string): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const { response } = result;
        if (commandName !== ListObjectsV2Command.name || !isSuccess(response)) return result;
        const xml = Buffer.concat(await response.body.toArray());
        response.body = Readable.from([xml]);
        const isLast = /<IsTruncated>\s*false\s*</.test(String(xml));
        const hasNext = /<NextContinuationToken>[^<]/.test(String(xml));
        if (/<\/ListBucketResult>\s*$/.test(String(xml)) && (isLast || hasNext)) return result;
        throw new UserError(`${address} sent an incomplete list of its objects. Try again.`);
      },
    { step: 'deserialize', priority: 'low' },
  );
}

function isSuccess(response: unknown): response is { body: Readable } {
  if (typeof response !== 'object' || response === null) return false;
  return (
    'statusCode' in response &&
    response.statusCode === 200 &&
    'body' in response &&
    response.body instanceof Readable
  );
}

function required(environment: NodeJS.ProcessEnv, variable: string): string {
  const value = environment[variable];
  if (!value) throw new UserError(`A store in a bucket needs the setting ${variable}.`);
  return value;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
