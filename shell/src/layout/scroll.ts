import { createStore, type ReadonlyStore, useStore } from '@isa/contract';

/** The progress button appears below this many pixels (specification §9). */
export const PROGRESS_AFTER = 50;
/** The header turns compact below this many pixels (specification §9). */
export const COMPACT_AFTER = 80;

interface ScrollPosition {
  readonly top: number;
  /** How much of the page has been scrolled, 0 to 1. */
  readonly progress: number;
  /** Whether a form field is where the progress button is, whose arrow or end it would cover. */
  readonly fieldInCorner: boolean;
}

/** The position in the last frame with scrolling; reading it during a render would force a layout. */
const store = createStore<ScrollPosition>(() => ({ top: 0, progress: 0, fieldInCorner: false }));
let frame = 0;

function readPosition(): ScrollPosition {
  const { scrollHeight, clientHeight } = document.documentElement;
  const top = Math.max(0, window.scrollY);
  const distance = scrollHeight - clientHeight;
  return {
    top,
    progress: distance > 0 ? Math.min(1, top / distance) : 0,
    // The browser must look for what is there, so not after each navigation, when the button is hidden anyway.
    fieldInCorner: top > PROGRESS_AFTER && [20, 40, 60].some((fromBottom) => isField(40, fromBottom)),
  };
}

function isField(fromRight: number, fromBottom: number): boolean {
  const { clientWidth, clientHeight } = document.documentElement;
  return document
    .elementsFromPoint(clientWidth - fromRight, clientHeight - fromBottom)
    .some((element) => element.matches('input, select, textarea'));
}

function readAgain(): void {
  frame = 0;
  store.setState(readPosition());
}

function schedule(): void {
  frame ||= requestAnimationFrame(readAgain);
}

const scrollStore: ReadonlyStore<ScrollPosition> = {
  ...store,
  subscribe(listener) {
    // Adding the same listener again has no effect, and the layout needs it as long as the page exists.
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule, { passive: true });
    // The browser may have restored a position before the first subscription. After a frame the layout is up to date, so
    // that reading it forces none.
    requestAnimationFrame(() => setTimeout(readAgain));
    return store.subscribe(listener);
  },
};

/** The component renders again only when the selected value changes. The page begins at its top. */
export function useScroll<T extends boolean | number>(select: (position: ScrollPosition) => T): T {
  return useStore(scrollStore, select);
}
