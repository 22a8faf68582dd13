import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Lets nginx pass through the data folder to the site, the store and the media, but not list it. */
export const DATA_FOLDER_MODE = 0o711;

/** Creates a folder that only its user can open, inside the data folder. An existing one keeps its permissions. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true, mode: DATA_FOLDER_MODE });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
