import { siteFolder } from '../tools/locations';
import type { Site } from './site';
import { siteBucketAt } from './site-bucket';
import { siteFolderAt } from './site-folder';
import { bucketStorage } from './storage/bucket';

/** Where this machine's composer writes the site: the bucket in `SITE_URL` if set, else a folder. */
export const siteAddress = process.env.SITE_URL || siteFolder;

/**
 * The site at an address, and the folder of its composer's cache.
 * @param address a folder's path, or `s3://bucket/prefix`.
 * @throws UserError when a bucket's settings are missing, or for the address of something else.
 */
export function siteAt(address = siteAddress): { readonly site: Site; readonly siteFolder: string } {
  return address.includes('://')
    ? { site: siteBucketAt(bucketStorage(address)), siteFolder }
    : { site: siteFolderAt(address), siteFolder: address };
}
