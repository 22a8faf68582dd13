import { useEffect } from 'react';

/**
 * Keeps the player's own menus from offering the file (specification §2): no download and no
 * picture-in-picture. Whatever changes these settings is undone. It keeps honest people honest; what
 * really guards the video is its ticket.
 */
export function useProtectedVideo(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return;
    const protect = () => {
      // Setting an attribute to what it is would call the observer again, for ever.
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
