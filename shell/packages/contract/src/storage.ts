type Area = 'localStorage' | 'sessionStorage';

/** Browser storage that never throws: a browser may deny access to it, and it may be full. */
export interface SafeStorage {
  /** `undefined` when the key is missing or storage is unavailable. */
  read(key: string): string | undefined;
  /** @returns whether the text was stored. */
  write(key: string, text: string): boolean;
  remove(key: string): void;
}

/** @param page the window, except in tests. */
export function safeStorage<Name extends Area>(area: Name, page?: Pick<Window, Name>): SafeStorage {
  // The getter `window.sessionStorage` itself throws where storage is denied, so it is read inside each `try`.
  function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use((page ?? window)[area]);
    } catch {
      return undefined;
    }
  }
  return {
    read: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    write: (key, text) =>
      attempt((storage) => {
        storage.setItem(key, text);
        return true;
      }) ?? false,
    remove: (key) => attempt((storage) => storage.removeItem(key)),
  };
}

/** One value in browser storage, as JSON; where nothing can be stored, in this document's memory. */
export interface Stored<Value> {
  /** `undefined` when nothing valid is stored. */
  read(): Value | undefined;
  write(value: Value): void;
  clear(): void;
}

/** @param parse validates the parsed JSON; `undefined` rejects it. */
export function storedJson<Value, Name extends Area>(
  area: Name,
  key: string,
  parse: (json: unknown) => Value | undefined,
  page?: Pick<Window, Name>,
): Stored<Value> {
  const storage = safeStorage(area, page);
  let unsaved: string | undefined;
  return {
    read() {
      const text = unsaved ?? storage.read(key);
      if (text === undefined) return undefined;
      try {
        return parse(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
    write(value) {
      const text = JSON.stringify(value);
      unsaved = storage.write(key, text) ? undefined : text;
    },
    clear() {
      unsaved = undefined;
      storage.remove(key);
    },
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
