import { useEffect, useState } from 'react';

/** Without a movement for this long, the controls get out of the picture's way. */
const IDLE_AFTER_MS = 2500;

/** Whether the picture plays and nobody touches anything. */
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
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const event of events) frame.addEventListener(event, wake);
    video.addEventListener('play', wake);
    video.addEventListener('pause', wake);
    return () => {
      clearTimeout(timer);
      for (const event of events) frame.removeEventListener(event, wake);
      video.removeEventListener('play', wake);
      video.removeEventListener('pause', wake);
    };
  }, [frame, video]);

  return idle;
}
