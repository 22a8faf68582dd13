import { useSyncExternalStore } from 'react';

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

/** As of the last frame in which the page was scrolled: reading it anew would lay out the page in the middle of drawing it. */
let position = AT_TOP;
const listeners = new Set<() => void>();
let frame = 0;

/** Tells of scrolling at most once per frame. */
function schedule(): void {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    position = readPosition();
    for (const changed of [...listeners]) changed();
  });
}

function subscribe(changed: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule, { passive: true });
  }
  listeners.add(changed);
  // The browser may have restored a position before anybody listened.
  schedule();
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    cancelAnimationFrame(frame);
    frame = 0;
    position = AT_TOP;
    window.removeEventListener('scroll', schedule);
    window.removeEventListener('resize', schedule);
  };
}

/**
 * A part of the scroll position. Select something that changes rarely: the component is drawn again
 * only when the selected value differs. In Node and while hydrating the page is at its top.
 */
export function useScroll<T extends boolean | number>(select: (position: ScrollPosition) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => select(position),
    () => select(AT_TOP),
  );
}
