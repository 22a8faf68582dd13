/** Which of the browser's two storages: `local` outlives the tab, `session` does not. */
type Area = 'local' | 'session';

export interface Stored<Value> {
  /** What was kept, or `undefined`: nothing there, not readable, or not of this shape. */
  read(): Value | undefined;
  write(value: Value): void;
  clear(): void;
}

/**
 * One value in the browser's storage, as JSON. Storage may be full, forbidden or full of somebody
 * else's words; then nothing is kept and nothing breaks.
 * @param name the key without its owner: `last-order` is kept as `shop:last-order`.
 * @param accept turns what was parsed into a value, or refuses it with `undefined`.
 */
export function stored<Value>(
  area: Area,
  name: string,
  accept: (parsed: unknown) => Value | undefined,
): Stored<Value> {
  const key = `shop:${name}`;
  const storage = () => (area === 'local' ? window.localStorage : window.sessionStorage);
  return {
    read() {
      try {
        const text = storage().getItem(key);
        return text === null ? undefined : accept(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
    write(value) {
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        // Kept in memory by whoever wrote it; a reload will not find it.
      }
    },
    clear() {
      try {
        storage().removeItem(key);
      } catch {
        // What cannot be reached was never written.
      }
    },
  };
}

/** Whether a parsed value is an object whose fields may be looked at. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
