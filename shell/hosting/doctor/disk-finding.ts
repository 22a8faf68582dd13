import { statfs } from 'node:fs/promises';
import { failure, type Finding, ok, warning } from './finding';

/** A composition with all pages and scripts takes a few dozen megabytes. */
const MIN_FREE_BYTES = 1e9;

/** How much is free where compositions are written. @param least in bytes. */
export async function siteDiskFinding(folder: string, least = MIN_FREE_BYTES): Promise<Finding> {
  const subject = 'disk of the site';
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const text = `${(free / 1e9).toFixed(1)} GB are free in ${folder}`;
    return free >= least ? ok(subject, text) : warning(subject, text, 'free some, or move SITE_FOLDER');
  } catch (error) {
    return failure(subject, error, 'create SITE_FOLDER, and let the user of the role compose write to it');
  }
}
