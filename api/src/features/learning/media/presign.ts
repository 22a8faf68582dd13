import { AwsClient } from 'aws4fetch';
import type { Env } from '../../../env';

/** An S3-compatible bucket: Amazon's, MinIO, R2, B2, Ceph… Its URL includes a folder and ends with a slash. */
export type Storage = Extract<Env['delivery'], { by: 's3' }>['storage'];

/**
 * A presigned URL of one object (Signature Version 4 in the query).
 * @param method the only method that the URL permits.
 * @param at time of signing, for tests.
 */
export async function presign(
  { url, region, keyId, secret }: Storage,
  name: string,
  {
    method,
    seconds,
    at = new Date(),
  }: { readonly method: string; readonly seconds: number; readonly at?: Date },
): Promise<string> {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 0,
  });
  const address = new URL(name, url);
  address.searchParams.set('X-Amz-Expires', String(seconds));
  const datetime = at.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const signed = await client.sign(address.href, { method, aws: { signQuery: true, datetime } });
  return signed.url;
}
