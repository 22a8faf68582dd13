import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../tools/user-error';

/** A file to be made, or one that stands and gets another text. */
export interface Change {
  /** Below the project's root, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** The text that is exchanged; absent for a new file. */
  readonly before?: string;
}

export interface ApplyOptions {
  readonly root: string;
  readonly changes: readonly Change[];
  /** What belongs to the changes and may fail as well; such as an installation. */
  readonly then: () => Promise<void>;
  /** Files that `then` may change, and places that it may make: put back or taken away after a failure. */
  readonly touched?: readonly string[];
}

/**
 * Makes all the changes or none: a failure, also one of `then`, leaves the project as it was.
 * @throws UserError before anything is written when a new file is there already.
 */
export async function apply({ root, changes, then, touched = [] }: ApplyOptions): Promise<void> {
  const place = (file: string) => path.join(root, file);
  for (const { file, before } of changes) {
    if (before === undefined && (await exists(place(file)))) {
      throw new UserError(`${file} is there already, and nothing is overwritten.`);
    }
  }
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const file of touched) undo.push(await keeping(place(file)));
    for (const { file, text, before } of changes) {
      undo.push(
        before === undefined ? await create(place(file), text) : await exchange(place(file), before, text),
      );
    }
    await then();
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
}

/** @returns what brings a place back to what it holds now, or takes it away. */
async function keeping(place: string): Promise<() => Promise<void>> {
  if (!(await exists(place))) return () => rm(place, { recursive: true, force: true });
  const bytes = await readFile(place);
  return async () => {
    if (!(await readFile(place)).equals(bytes)) await replace(place, bytes);
  };
}

/** @returns what takes the file away again, with the folders that were made for it. */
async function create(place: string, text: string): Promise<() => Promise<void>> {
  const made = await mkdir(path.dirname(place), { recursive: true });
  const undo = () => rm(made ?? place, { recursive: true, force: true });
  try {
    await writeFile(place, text, { flag: 'wx' });
  } catch (error) {
    if (made) await undo();
    throw error;
  }
  return undo;
}

/** @throws UserError when somebody else has changed the file meanwhile. */
async function exchange(place: string, before: string, text: string): Promise<() => Promise<void>> {
  if ((await readFile(place, 'utf8')) !== before) {
    throw new UserError(`${place} has just been changed by somebody else: try again.`);
  }
  await replace(place, text);
  return () => replace(place, before);
}

/** Writes beside the file and renames over it, so that a reader never sees half of it. */
async function replace(place: string, content: string | Buffer): Promise<void> {
  const partial = `${place}.${process.pid}.partial`;
  await writeFile(partial, content);
  await rename(partial, place);
}

async function exists(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
}
