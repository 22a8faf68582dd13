import { useEffect, useState } from 'react';
import { listen } from './listen';

const IDLE_AFTER_MS = 2500;

/** Whether the video plays and there is no input, so that the controls can be hidden. */
export function useIdle(frame: HTMLElement | null, video: HTMLVideoElement | null): boolean {
  const [idle, setIdle] = useState(false);

  useEffect(() => {
    if (!frame || !video) return;
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(!video.paused), IDLE_AFTER_MS);
    };
    const stopFrame = listen(frame, { pointermove: wake, pointerdown: wake, keydown: wake });
    const stopVideo = listen(video, { play: wake, pause: wake });
    return () => {
      clearTimeout(timer);
      stopFrame();
      stopVideo();
    };
  }, [frame, video]);

  return idle;
}
