import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of the API's `package.json`, whether this file runs from the sources or from `dist`. */
export const apiFolder = findUpwards(__dirname);
/** The project's root: relative paths in the configuration start here. */
export const projectFolder = path.dirname(apiFolder);

/** Lets nginx pass through the data folder to the media and the site in it, but not list it. */
export const DATA_FOLDER_MODE = 0o711;

function findUpwards(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('The folder of the API was not found.');
  return findUpwards(parent);
}
