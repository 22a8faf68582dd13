import path from 'node:path';
import { dataFolder } from '../../packages/node/folders';

/** Immutable releases, `<app>/<version>/`, and the registry alongside them: the content of a CDN. */
export const storeFolder = path.resolve(process.env.STORE_FOLDER || path.join(dataFolder, 'store'));
/** The site that visitors get: `siteBuilds/<id>/`, and `current`, a link to one of them. */
export const siteFolder = path.resolve(process.env.SITE_FOLDER ?? path.join(dataFolder, 'site'));
/** The scripts of former shells: in the store or, with a bucket, as the site builder has read them. */
export const previousShellsFolder = process.env.STORE_URL
  ? path.join(siteFolder, 'cache/releases')
  : storeFolder;
/** Releases that were packed on this machine and are not published yet. */
export const packedFolder = path.join(dataFolder, 'packed');
/** Private keys, one file each, readable by their owner alone and never below the store. */
export const keysFolder = path.resolve(process.env.KEYS_FOLDER || path.join(dataFolder, 'keys'));
/** The trust file is outside the store: write access to the store is not enough to add a key. */
export const trustFile = path.resolve(process.env.RELEASE_TRUST || path.join(keysFolder, 'trusted.json'));
