import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { codeOf, UserError } from '../tools/user-error';

/** A new file, or a new text for an existing file. */
export interface Change {
  /** Relative to the project's root, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** The present text of an existing file; absent for a new file. */
  readonly before?: string;
}

export interface ApplyOptions {
  readonly root: string;
  readonly changes: readonly Change[];
  /** A step after the changes, such as an installation; if it fails, the changes are undone. */
  readonly then: () => Promise<void>;
  /** Files that `then` may change or create: restored or removed after a failure. */
  readonly touched?: readonly string[];
}

type Undo = () => Promise<void>;

/**
 * Makes all the changes or none: after a failure, also of `then`, the project is as before.
 * @throws UserError before anything is written when a new file exists already.
 */
export async function apply({ root, changes, then, touched = [] }: ApplyOptions): Promise<void> {
  const absolute = (file: string) => path.join(root, file);
  for (const { file, before } of changes) {
    if (before === undefined && (await exists(absolute(file)))) {
      throw new UserError(`${file} exists already, and existing files are not overwritten.`);
    }
  }
  const undo: Undo[] = [];
  try {
    for (const file of touched) undo.push(await snapshot(absolute(file)));
    for (const { file, text, before } of changes) {
      undo.push(
        before === undefined
          ? await create(absolute(file), text)
          : await replace(absolute(file), before, text),
      );
    }
    await then();
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
}

/** @returns restores the present content of a file, or removes the file if it does not exist now. */
async function snapshot(file: string): Promise<Undo> {
  if (!(await exists(file))) return () => rm(file, { recursive: true, force: true });
  const bytes = await readFile(file);
  return async () => {
    if (!(await readFile(file)).equals(bytes)) await writeFileAtomic(file, bytes);
  };
}

/** @returns removes the file and the folders that were created for it. */
async function create(file: string, text: string): Promise<Undo> {
  const createdFolder = await mkdir(path.dirname(file), { recursive: true });
  const undo = () => rm(createdFolder ?? file, { recursive: true, force: true });
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    if (createdFolder) await undo();
    throw error;
  }
  return undo;
}

/** @throws UserError when the file has changed since it was read. */
async function replace(file: string, before: string, text: string): Promise<Undo> {
  if ((await readFile(file, 'utf8')) !== before) {
    throw new UserError(`${file} was changed by another program at the same time. Try again.`);
  }
  await writeFileAtomic(file, text);
  return () => writeFileAtomic(file, before);
}

/** Also `true` for a symbolic link without a target. */
async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false;
      throw error;
    },
  );
}
