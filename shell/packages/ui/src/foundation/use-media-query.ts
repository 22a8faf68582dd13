import { useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, such as `media.down('lg')`. It is false in the prerendered page and during hydration,
 * because both are the same for all screens.
 */
export function useMediaQuery(query: string): boolean {
  const condition = query.replace('@media ', '');
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia?.(condition);
      list?.addEventListener('change', onChange);
      return () => list?.removeEventListener('change', onChange);
    },
    () => window.matchMedia?.(condition).matches ?? false,
    () => false,
  );
}
