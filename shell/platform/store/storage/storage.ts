import type { z } from 'zod';
import { requireJson } from '../../formats/parse-json';
import type { InvalidName } from './names';

export interface StoredObject {
  readonly bytes: Buffer;
  /** The tag, which changes with the bytes. In a folder it changes with each write; a bucket has one tag for equal bytes. */
  readonly tag: string;
  readonly modified: Date;
}

/** Names are relative, with slashes: `shop/1.5.0/release.json`. Writes are atomic, also when killed. */
export interface Storage {
  readonly address: string;
  /** @returns `undefined` without the object. @throws InvalidName for one that is too large, or no file. */
  read(name: string): Promise<StoredObject | undefined>;
  create(name: string, bytes: Buffer): Promise<boolean>;
  /**
   * Replaces the bytes that were read with `tag`. Where only one process may win, the bytes need a random part.
   * @param tag `undefined` for a new object.
   * @returns `false`, and writes nothing, when the object was changed in the meantime.
   */
  replace(name: string, bytes: Buffer, tag: string | undefined): Promise<boolean>;
  /** Removes an object. @param signal gives up the request to a bucket. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
  /**
   * Lists every object whose name begins with the prefix, which is empty or ends in a slash.
   * @param onInvalid gets each refused name, which is then left out. @throws InvalidName for the first one without it.
   */
  list(prefix: string, onInvalid?: (error: InvalidName) => void): Promise<readonly string[]>;
  folders(prefix: string): Promise<readonly string[]>;
}

/** Reads an object with its JSON. @returns `undefined` without it. @throws UserError when it is not valid. */
export async function readJson<S extends z.ZodType>(storage: Pick<Storage, 'read'>, name: string, schema: S) {
  const stored = await storage.read(name);
  return stored && { ...stored, value: requireJson(stored.bytes, schema, name) };
}
