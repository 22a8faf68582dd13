import { useDeferredValue, useSyncExternalStore } from 'react';

const noChanges = () => () => undefined;

/**
 * False in the prerendered page and during hydration, true afterwards. What follows it is rendered in slices, and not in
 * the task that ends the hydration.
 */
export function useHydrated(): boolean {
  const hydrated = useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
  return useDeferredValue(hydrated);
}
