import { safeStorage } from '@isa/contract';

const STORAGE_KEY = 'isa-shell:revision';

/** The highest registry revision seen in this tab: older registries are rejected. Survives a reload where storage is available. */
export interface HighestRevision {
  readonly value: number;
  raise(revision: number): void;
}

export function trackHighestRevision(page: Pick<Window, 'sessionStorage'>): HighestRevision {
  const storage = safeStorage('sessionStorage', page);
  let value = Number(storage.read(STORAGE_KEY)) || 0;
  return {
    get value() {
      return value;
    },
    raise(revision) {
      if (revision <= value) return;
      value = revision;
      storage.write(STORAGE_KEY, String(revision));
    },
  };
}
