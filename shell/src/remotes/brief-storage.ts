import { safeStorage, type SafeStorage } from '@isa/contract';

const LIFE = 10 * 60_000;

/**
 * The tab's storage, in which a text counts for ten minutes: remotes can write here too, and what a release has left must not
 * choose releases for long after that release was rolled back.
 */
export function briefStorage(page: Pick<Window, 'sessionStorage'>): SafeStorage {
  const storage = safeStorage('sessionStorage', page);
  return {
    read(key) {
      const [, time, text] = /^(\d+) ([^]*)$/.exec(storage.read(key) ?? '') ?? [];
      const age = Date.now() - Number(time);
      return age >= 0 && age < LIFE ? text : undefined;
    },
    write: (key, text) => storage.write(key, `${Date.now()} ${text}`),
    remove: storage.remove,
  };
}
