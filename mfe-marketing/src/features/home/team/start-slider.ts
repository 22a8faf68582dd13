import SwiperClass from 'swiper';
import { Autoplay, Thumbs } from 'swiper/modules';
import type { Swiper } from 'swiper/types';

interface SliderOptions {
  /** The visitor asked for less motion: changes happen at once. */
  readonly calm: boolean;
  /** Called at the start and after each change. */
  onMove(slider: Swiper): void;
}

/**
 * Starts Swiper with the values of specification §9: 1, 2 and 3 cards from 0, 768 and 1200 px, 30 px apart,
 * 500 ms a change, 5000 ms between changes; 5 thumbs, 10 px apart. Labels and keys are the page's own, so
 * Swiper's modules for these stay out. Imported when the slider comes near: this file brings the library.
 */
export function startSlider(
  elements: { readonly viewport: HTMLElement; readonly thumbs: HTMLElement },
  { calm, onMove }: SliderOptions,
): Swiper {
  const speed = calm ? 0 : 500;
  const thumbs = new SwiperClass(elements.thumbs, {
    slidesPerView: 5,
    spaceBetween: 10,
    speed,
    watchSlidesProgress: true,
  });
  const slider = new SwiperClass(elements.viewport, {
    modules: [Autoplay, Thumbs],
    slidesPerView: 1,
    breakpoints: { 768: { slidesPerView: 2 }, 1200: { slidesPerView: 3 } },
    spaceBetween: 30,
    speed,
    rewind: true,
    // Started and stopped by the page, which knows when somebody is reading.
    autoplay: { enabled: false, delay: 5000, disableOnInteraction: false },
    thumbs: { swiper: thumbs },
    on: { init: onMove, slideChange: onMove, breakpoint: onMove },
  });
  slider.on('beforeDestroy', () => thumbs.destroy());
  return slider;
}
