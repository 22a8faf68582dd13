export interface StoredObject {
  readonly bytes: Buffer;
  /** The tag, which changes with the bytes. */
  readonly tag: string;
  readonly modified: Date;
}

/**
 * A folder or a bucket with releases and the registry. Names are relative, with slashes: `shop/1.5.0/release.json`.
 * Every write is atomic, also when the process is killed.
 */
export interface Storage {
  /** The folder's path or `s3://bucket/prefix`, for messages. */
  readonly address: string;
  /** Reads an object. @returns `undefined` when there is no such object. */
  read(name: string): Promise<StoredObject | undefined>;
  /** Creates an object. @returns `false`, and writes nothing, when the object exists. */
  create(name: string, bytes: Buffer): Promise<boolean>;
  /**
   * Replaces the bytes that were read with `tag`.
   * @param tag `undefined` when the object did not exist.
   * @returns `false`, and writes nothing, when the object was changed in the meantime.
   */
  replace(name: string, bytes: Buffer, tag: string | undefined): Promise<boolean>;
  /** Removes an object. @param signal gives up the request to a bucket. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
  /** Lists every object whose name begins with the prefix, which is empty or ends in a slash. */
  list(prefix: string): Promise<readonly string[]>;
  /** Lists the folders directly below the prefix. */
  folders(prefix: string): Promise<readonly string[]>;
}
