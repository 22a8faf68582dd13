import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Swiper } from 'swiper/types';

/** Starts Swiper near the viewport. Cards advance only while `playing`, in view and not `inUse`. */
export function useTeamSlider(
  viewport: RefObject<HTMLElement | null>,
  thumbs: RefObject<HTMLElement | null>,
) {
  const swiper = useRef<Swiper>(undefined);
  const [ready, setReady] = useState(false);
  const [first, setFirst] = useState(0);
  const [visible, setVisible] = useState(1);
  const [playing, setPlaying] = useState(false);
  const [inUse, setInUse] = useState(false);
  const [inView, setInView] = useState(false);

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting ?? false),
      // The library loads before the cards are visible.
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport]);

  useEffect(() => {
    if (!inView || swiper.current || !viewport.current || !thumbs.current) return;
    const elements = { viewport: viewport.current, thumbs: thumbs.current };
    let unmounted = false;
    const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    import('./start-slider')
      .then(({ startSlider }) => {
        if (unmounted) return;
        swiper.current = startSlider(elements, reducedMotion, (slider) => {
          setFirst(slider.activeIndex);
          setVisible(Math.round(slider.slidesPerViewDynamic()));
        });
        setReady(true);
        setPlaying(!reducedMotion);
      })
      // The row still scrolls by hand without the library.
      .catch(() => undefined);
    return () => {
      unmounted = swiper.current === undefined;
    };
  }, [inView, viewport, thumbs]);

  useEffect(
    () => () => {
      swiper.current?.destroy();
      swiper.current = undefined;
    },
    [],
  );

  const moving = ready && playing && inView && !inUse;
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
    setInUse,
    next: () => swiper.current?.slideNext(),
    previous: () => swiper.current?.slidePrev(),
    goTo: (index: number) => swiper.current?.slideTo(index),
  };
}
