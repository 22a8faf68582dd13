/** An object as it was read, with a tag that changes with its bytes. */
export interface Stored {
  readonly bytes: Buffer;
  readonly tag: string;
  /** When it was written last. */
  readonly modified: Date;
}

/**
 * Where releases and the registry are kept: a folder, or a bucket. Names are relative, with slashes:
 * `shop/1.5.0/release.json`. Every write is whole or absent, also when the process is killed in the midst of it.
 */
export interface Storage {
  /** For messages: a folder's path or `s3://bucket/prefix`. */
  readonly address: string;
  /** @returns `undefined` when there is no such object. */
  read(name: string): Promise<Stored | undefined>;
  /** @returns `false`, and writes nothing, when the object is there already. */
  create(name: string, bytes: Buffer): Promise<boolean>;
  /**
   * Puts other bytes in place of those that were read under `tag`.
   * @param tag `undefined` when nothing was there.
   * @returns `false`, and writes nothing, when somebody else has changed the object in the meantime.
   */
  replace(name: string, bytes: Buffer, tag: string | undefined): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Every object whose name begins with the prefix, which is empty or ends in a slash. */
  list(prefix: string): Promise<readonly string[]>;
  /** What stands directly below the prefix: names up to the next slash. */
  folders(prefix: string): Promise<readonly string[]>;
}
