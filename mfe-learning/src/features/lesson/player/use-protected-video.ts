import { useEffect } from 'react';

/** No download and picture-in-picture (specification §2). The real protection is the ticket. */
export function useProtectedVideo(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return;
    const protect = () => {
      // Setting an unchanged attribute would notify the observer again, in an endless loop.
      if (video.getAttribute('controlslist') !== 'nodownload') {
        video.setAttribute('controlslist', 'nodownload');
      }
      if (!video.hasAttribute('disablepictureinpicture')) {
        video.setAttribute('disablepictureinpicture', '');
      }
    };
    protect();
    const observer = new MutationObserver(protect);
    observer.observe(video, {
      attributes: true,
      attributeFilter: ['controlslist', 'disablepictureinpicture'],
    });
    return () => observer.disconnect();
  }, [video]);
}
