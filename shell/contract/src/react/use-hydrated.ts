import { useSyncExternalStore } from 'react';

const noChanges = () => () => undefined;

/** False in the prerendered page and during hydration, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
}
