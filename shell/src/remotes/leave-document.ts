import { briefStorage } from './brief-storage';

const STORAGE_KEY = 'isa-shell:left-for';

export type DocumentExit = ReturnType<typeof createDocumentExit>;

interface ExitPage extends Pick<Window, 'sessionStorage'> {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'assign' | 'reload'>;
}

export function createDocumentExit(page: ExitPage) {
  const storage = briefStorage(page);
  let isLeaving = false;
  return {
    get isLeaving(): boolean {
      return isLeaving;
    },
    /** @returns a promise that never settles, so that this document renders nothing more. */
    leave(address: string): Promise<never> {
      isLeaving = true;
      const { pathname, search, hash } = page.location;
      // Assigning the current address may only scroll to its fragment, so the document is reloaded.
      if (pathname + search + hash === address) page.location.reload();
      else page.location.assign(address);
      return never();
    },
    /** Prevents reload loops. @returns whether the tab has not left for this reason; `false` if unknown. */
    isFirstTime: (reason: string) =>
      storage.read(STORAGE_KEY) !== reason && storage.write(STORAGE_KEY, reason),
    forget(reason: string): void {
      if (storage.read(STORAGE_KEY) === reason) storage.remove(STORAGE_KEY);
    },
  };
}

export function never(): Promise<never> {
  return new Promise(() => undefined);
}
