import { isKit } from '../../tools/folders';
import { UserError } from '../../tools/user-error';
import { storeFolder } from '../locations';
import { bucketStorage } from './bucket';
import { folderStorage } from './folder';
import type { Storage } from './storage';

/**
 * The store of this machine's releases: the bucket in `STORE_URL` if set, else a folder.
 * @throws UserError in the repository of a remote, which has no store of its own, when neither is set.
 */
export function defaultStorage(): Storage {
  if (isKit && !process.env.STORE_URL && !process.env.STORE_FOLDER) {
    throw new UserError('Set STORE_FOLDER or STORE_URL to the store of the site, as README.md says.');
  }
  return storageAt(process.env.STORE_URL || storeFolder);
}

/** @param address a folder's path, or `s3://bucket/prefix`. @throws UserError when a bucket's settings are missing. */
export function storageAt(address: string): Storage {
  return address.startsWith('s3://') ? bucketStorage(address) : folderStorage(address);
}
