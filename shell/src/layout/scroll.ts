import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';

/** The progress button appears below this many pixels (specification §9). */
export const PROGRESS_AFTER = 50;
/** The header turns compact below this many pixels (specification §9). */
export const COMPACT_AFTER = 80;

export interface ScrollPosition {
  /** Pixels from the top. */
  readonly top: number;
  /** How much of the page has been scrolled, 0 to 1. */
  readonly progress: number;
}

const AT_TOP: ScrollPosition = { top: 0, progress: 0 };

function readPosition(): ScrollPosition {
  const { scrollHeight, clientHeight } = document.documentElement;
  const top = Math.max(0, window.scrollY);
  const distance = scrollHeight - clientHeight;
  return { top, progress: distance > 0 ? Math.min(1, top / distance) : 0 };
}

/** The position of the last frame with scrolling: reading it during a render would force a layout. */
const store = createStore(() => AT_TOP);
let subscribers = 0;
let frame = 0;

/** Updates the store at most once per frame. */
function schedule(): void {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    store.setState(readPosition());
  });
}

function subscribe(changed: () => void): () => void {
  subscribers += 1;
  if (subscribers === 1) {
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule, { passive: true });
  }
  const unsubscribe = store.subscribe(changed);
  // The browser may have restored a position before the first subscription.
  schedule();
  return () => {
    unsubscribe();
    subscribers -= 1;
    if (subscribers > 0) return;
    cancelAnimationFrame(frame);
    frame = 0;
    store.setState(AT_TOP);
    window.removeEventListener('scroll', schedule);
    window.removeEventListener('resize', schedule);
  };
}

/**
 * Selects from the scroll position. The component renders again only when the selected value changes. In Node and
 * during hydration the page is at its top.
 */
export function useScroll<T extends boolean | number>(select: (position: ScrollPosition) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => select(store.getState()),
    () => select(AT_TOP),
  );
}
