import SwiperClass from 'swiper';
import { Autoplay, Thumbs } from 'swiper/modules';
import type { Swiper } from 'swiper/types';

/**
 * Swiper with the values of specification §9, without its labels and keys. Import it dynamically.
 * @param onMove called at the start and after each change.
 */
export function startSlider(
  elements: { readonly viewport: HTMLElement; readonly thumbs: HTMLElement },
  reducedMotion: boolean,
  onMove: (slider: Swiper) => void,
): Swiper {
  const speed = reducedMotion ? 0 : 500;
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
    // The hook `useTeamSlider` starts and stops autoplay.
    autoplay: { enabled: false, delay: 5000, disableOnInteraction: false },
    thumbs: { swiper: thumbs },
    on: { init: onMove, slideChange: onMove, breakpoint: onMove },
  });
  slider.on('beforeDestroy', () => thumbs.destroy());
  return slider;
}
