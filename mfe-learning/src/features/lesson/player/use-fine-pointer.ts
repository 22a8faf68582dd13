import { useSyncExternalStore } from 'react';

const QUERY = '(hover: hover) and (pointer: fine)';

/** Whether there is a mouse or a pen. Phones and tablets have the browser's own player. */
export function useFinePointer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia?.(QUERY);
      query?.addEventListener('change', listener);
      return () => query?.removeEventListener('change', listener);
    },
    () => window.matchMedia?.(QUERY).matches ?? false,
    () => false,
  );
}
