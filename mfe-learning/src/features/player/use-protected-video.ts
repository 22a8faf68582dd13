import { type RefObject, useEffect } from 'react';

/**
 * Keeps the player's own menus from offering the file (specification §2): no download, no
 * picture-in-picture, no casting of the file elsewhere. Whatever changes these settings is undone. It
 * keeps honest people honest; what really guards the video is its ticket.
 */
export function useProtectedVideo(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const protect = () => {
      // Setting an attribute to what it is would call the observer again, for ever.
      if (element.getAttribute('controlslist') !== 'nodownload') {
        element.setAttribute('controlslist', 'nodownload');
      }
      if (!element.hasAttribute('disablepictureinpicture')) {
        element.setAttribute('disablepictureinpicture', '');
      }
    };
    protect();
    const observer = new MutationObserver(protect);
    observer.observe(element, {
      attributes: true,
      attributeFilter: ['controlslist', 'disablepictureinpicture'],
    });
    return () => observer.disconnect();
  }, [video]);
}
