import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Swiper } from 'swiper/types';

/** What the slider's controls need to know and do. */
export interface TeamSlider {
  /** False until the library has been fetched, and where scripts do not run: the row scrolls by itself then. */
  readonly ready: boolean;
  /** First card in view, from 0. */
  readonly first: number;
  /** How many cards are in view. */
  readonly visible: number;
  /** Whether the visitor lets the cards move on by themselves. */
  readonly playing: boolean;
  /** Whether they do so right now. */
  readonly moving: boolean;
  setPlaying(playing: boolean): void;
  /** Something is being read or used: nothing may move under the visitor's hand or eye. */
  hold(held: boolean): void;
  next(): void;
  previous(): void;
  goTo(index: number): void;
}

/**
 * Runs Swiper on prerendered markup once that comes near the screen. Cards advance only while the visitor
 * wants it, sees them, and neither points at them nor has the focus inside.
 */
export function useTeamSlider(
  viewport: RefObject<HTMLElement | null>,
  thumbs: RefObject<HTMLElement | null>,
): TeamSlider {
  const swiper = useRef<Swiper>(undefined);
  const [ready, setReady] = useState(false);
  const [first, setFirst] = useState(0);
  const [visible, setVisible] = useState(1);
  const [playing, setPlaying] = useState(false);
  const [held, setHeld] = useState(false);
  const [inView, setInView] = useState(false);

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting ?? false),
      // A little early, so that the library is there when the cards are.
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport]);

  useEffect(() => {
    if (!inView || swiper.current || !viewport.current || !thumbs.current) return;
    const elements = { viewport: viewport.current, thumbs: thumbs.current };
    let gone = false;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    import('./start-slider')
      .then(({ startSlider }) => {
        if (gone) return;
        swiper.current = startSlider(elements, {
          calm,
          onMove(slider) {
            setFirst(slider.activeIndex);
            setVisible(Math.round(slider.slidesPerViewDynamic()));
          },
        });
        setReady(true);
        setPlaying(!calm);
      })
      // Without the library the row still scrolls by hand; there is nothing to tell.
      .catch(() => undefined);
    return () => {
      gone = swiper.current === undefined;
    };
  }, [inView, viewport, thumbs]);

  useEffect(
    () => () => {
      swiper.current?.destroy();
      swiper.current = undefined;
    },
    [],
  );

  const moving = ready && playing && inView && !held;
  useEffect(() => {
    const autoplay = swiper.current?.autoplay;
    if (moving) autoplay?.start();
    else autoplay?.stop();
  }, [moving]);

  return {
    ready,
    first,
    visible,
    playing,
    moving,
    setPlaying,
    hold: setHeld,
    next: () => swiper.current?.slideNext(),
    previous: () => swiper.current?.slidePrev(),
    goTo: (index) => swiper.current?.slideTo(index),
  };
}
