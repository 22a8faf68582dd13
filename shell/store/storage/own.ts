import { storeFolder } from '../../tools/locations';
import { bucketStorage } from './bucket';
import { folderStorage } from './folder';
import type { Storage } from './storage';

/** The store that this machine releases to: a bucket where `STORE_URL` says so, else a folder. */
export function ownStorage(): Storage {
  const address = process.env.STORE_URL;
  return address ? storageAt(address) : folderStorage(storeFolder);
}

/** @param address a folder's path, or `s3://bucket/prefix`. @throws UserError when a bucket lacks its settings. */
export function storageAt(address: string): Storage {
  return address.startsWith('s3://') ? bucketStorage(address) : folderStorage(address);
}
