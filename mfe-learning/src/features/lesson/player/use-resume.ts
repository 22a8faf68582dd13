import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { resumePosition } from '../../../shared/progress/merge';
import { useProgress } from '../../../shared/progress/use-progress';
import { listen } from './listen';
import { play, seekTo } from './video-actions';

/**
 * Seeks to the customer's last position, once the progress has loaded and unless the customer has already started.
 * @param autoplay starts playing as well
 * @returns the position in seconds, 0 if it did not seek
 */
export function useResume(video: HTMLVideoElement | null, lessonId: number, autoplay: boolean): number {
  const { status, lessons } = useProgress();
  const [resumedAt, setResumedAt] = useState(0);
  const attempted = useRef(false);
  const loaded = status !== 'loading';

  const resume = useEffectEvent((element: HTMLVideoElement) => {
    if (attempted.current) return;
    attempted.current = true;
    const seconds = resumePosition(lessons.get(lessonId), element.duration);
    if (seconds > 0 && element.currentTime < 1) {
      seekTo(element, seconds);
      setResumedAt(seconds);
    }
    if (autoplay) play(element);
  });

  useEffect(() => {
    if (!video || !loaded) return;
    const start = () => resume(video);
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) start();
    return listen(video, { loadedmetadata: start });
  }, [video, loaded]);

  return resumedAt;
}
