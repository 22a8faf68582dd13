import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import type { Env } from '../../../platform/env';

/** An S3-compatible bucket. Its URL includes a folder and ends with a slash. */
export type Storage = Extract<Env['delivery'], { by: 's3' }>['storage'];

const presigners = new WeakMap<Storage, Promise<S3RequestPresigner>>();

/** No client of a presigned URL sends this header, so it is not signed. */
const unsent = () => new Set(['x-amz-content-sha256']);

/** A presigned URL of one object (Signature Version 4 in the query). @param method the only one permitted. */
export async function presign(
  storage: Storage,
  name: string,
  { method, seconds }: { readonly method: string; readonly seconds: number },
): Promise<string> {
  const presigner = presigners.get(storage) ?? createPresigner(storage);
  presigners.set(storage, presigner);
  const address = new URL(name, storage.url);
  const { protocol, hostname, pathname, host } = address;
  const { query = {} } = await (
    await presigner
  ).presign(
    { method, protocol, hostname, path: pathname, headers: { host } },
    { expiresIn: seconds, unhoistableHeaders: unsent(), unsignableHeaders: unsent() },
  );
  for (const [parameter, value] of Object.entries(query)) {
    if (typeof value === 'string') address.searchParams.set(parameter, value);
  }
  return address.href;
}

/** Sends a recording to the storage. @throws Error when it was not accepted. */
export async function storeVideo(storage: Storage, name: string, file: string): Promise<void> {
  const address = await presign(storage, name, { method: 'PUT', seconds: 60 * 60 });
  const { size } = await stat(file);
  const response = await fetch(address, {
    method: 'PUT',
    body: Readable.toWeb(createReadStream(file)),
    duplex: 'half',
    headers: { 'Content-Length': String(size), 'Content-Type': 'video/mp4' },
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The storage of videos answered ${response.status}.`);
}

/** Loads the client where videos are in a bucket only: it takes half a second and 20 MB. */
async function createPresigner({ region, keyId, secret }: Storage): Promise<S3RequestPresigner> {
  const [{ S3Client }, presigning] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const { config } = new S3Client({ region, credentials: { accessKeyId: keyId, secretAccessKey: secret } });
  return new presigning.S3RequestPresigner({ ...config });
}
