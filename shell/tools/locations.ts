import path from 'node:path';
import { root } from './folders';

/** Everything that is made and kept on this machine: releases, registry, database, logs. Not in git. */
export const dataFolder = path.resolve(process.env.DATA_FOLDER || path.join(root, '.data'));
/** Immutable releases, `<part>/<version>/`, and the registry beside them. What a CDN would hold. */
export const storeFolder = path.resolve(process.env.STORE_FOLDER || path.join(dataFolder, 'store'));
/** What visitors are served: `compositions/<id>/`, and `current`, which leads to one of them. */
export const siteFolder = path.resolve(process.env.SITE_FOLDER ?? path.join(dataFolder, 'site'));
/** Releases that were packed here and are not published yet. */
export const packedFolder = path.join(dataFolder, 'packed');
/** Private keys, one file each, readable by their owner alone. Never below the store. */
export const keysFolder = path.resolve(process.env.KEYS_FOLDER || path.join(dataFolder, 'keys'));
/** The public keys that are believed. Outside the store, so that who may write there cannot add one. */
export const trustFile = path.resolve(process.env.RELEASE_TRUST || path.join(keysFolder, 'trusted.json'));
