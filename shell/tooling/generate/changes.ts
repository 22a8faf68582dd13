import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { exists } from '../../packages/node/files';
import { UserError } from '../../packages/node/user-error';

/** A new file, or a new text for an existing file. */
export interface FileChange {
  /** The path relative to the project's root, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** The present text of an existing file; absent for a new file. */
  readonly before?: string;
}

export interface ApplyOptions {
  readonly root: string;
  readonly changes: readonly FileChange[];
  /** A step after the changes, such as an installation; if it fails, the changes are undone. */
  readonly afterwards: () => Promise<void>;
  /** Files that `afterwards` may change or create: restored or removed after a failure. */
  readonly touched?: readonly string[];
}

/** Makes all the changes or none. @throws UserError before anything is written when a new file exists. */
export async function applyChanges({ root, changes, afterwards, touched = [] }: ApplyOptions): Promise<void> {
  const absolute = (file: string) => path.join(root, file);
  for (const { file, before } of changes) {
    if (before === undefined && (await exists(absolute(file)))) {
      throw new UserError(`${file} exists already, and existing files are not overwritten.`);
    }
  }
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const file of touched) undo.push(await snapshot(absolute(file)));
    for (const { file, text, before } of changes) {
      const restore = await snapshot(absolute(file));
      await write(absolute(file), text, before);
      undo.push(restore);
    }
    await afterwards();
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
}

/** @returns restores the present content of a file or, if it does not exist now, removes it and its new folders. */
async function snapshot(file: string): Promise<() => Promise<void>> {
  if (await exists(file)) {
    const bytes = await readFile(file);
    return async () => {
      if (!(await readFile(file)).equals(bytes)) await writeFileAtomic(file, bytes);
    };
  }
  let missing = file;
  while (!(await exists(path.dirname(missing)))) missing = path.dirname(missing);
  return () => rm(missing, { recursive: true, force: true });
}

/** @throws UserError when the file has changed since it was read. */
async function write(file: string, text: string, before: string | undefined): Promise<void> {
  if (before === undefined) {
    const createdFolder = await mkdir(path.dirname(file), { recursive: true });
    return writeFile(file, text, { flag: 'wx' }).catch(async (error: unknown) => {
      if (createdFolder) await rm(createdFolder, { recursive: true });
      throw error;
    });
  }
  if ((await readFile(file, 'utf8')) !== before) {
    throw new UserError(`${file} was changed by another program at the same time. Try again.`);
  }
  await writeFileAtomic(file, text);
}
