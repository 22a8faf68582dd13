const STORAGE_KEY = 'isa-shell:revision';

/** The highest revision of the registry that this tab has seen. Outlives a document, not the tab. */
export interface SeenRevision {
  readonly highest: number;
  saw(revision: number): void;
}

/** Where nothing can be stored, each document begins with what it was composed with. */
export function rememberRevision(page: Pick<Window, 'sessionStorage'>): SeenRevision {
  let highest = 0;
  try {
    highest = Number(page.sessionStorage.getItem(STORAGE_KEY)) || 0;
  } catch {
    // Forbidden: what this document sees is enough.
  }
  return {
    get highest() {
      return highest;
    },
    saw(revision) {
      if (revision <= highest) return;
      highest = revision;
      try {
        page.sessionStorage.setItem(STORAGE_KEY, String(revision));
      } catch {
        // Forbidden or full.
      }
    },
  };
}
