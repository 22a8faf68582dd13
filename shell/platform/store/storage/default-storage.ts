import { storeFolder } from '../locations';
import { bucketStorage } from './bucket';
import { folderStorage } from './folder';
import type { Storage } from './storage';

/** The store of this machine's releases: the bucket in `STORE_URL` if set, else a folder. */
export function defaultStorage(): Storage {
  return storageAt(process.env.STORE_URL || storeFolder);
}

/** @param address a folder's path, or `s3://bucket/prefix`. @throws UserError when a bucket's settings are missing. */
export function storageAt(address: string): Storage {
  return address.startsWith('s3://') ? bucketStorage(address) : folderStorage(address);
}
