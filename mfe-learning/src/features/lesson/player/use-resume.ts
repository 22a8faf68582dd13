import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { resumePosition } from '../../../shared/progress/merge';
import { useProgress } from '../../../shared/progress/use-progress';
import { play, seekTo } from './video-actions';

/**
 * Goes on where the customer left off, on whatever device that was. Waits for the server's answer, but
 * not once the customer has started to watch.
 * @param autoplay starts playing as well: after the lesson before
 * @returns the position in seconds that it jumped to, 0 if it did not
 */
export function useResume(video: HTMLVideoElement | null, lessonId: number, autoplay: boolean): number {
  const { status, lessons } = useProgress();
  const [resumedAt, setResumedAt] = useState(0);
  const tried = useRef(false);
  const known = status !== 'loading';

  const resume = useEffectEvent((element: HTMLVideoElement) => {
    if (tried.current) return;
    tried.current = true;
    const seconds = resumePosition(lessons.get(lessonId), element.duration);
    if (seconds > 0 && element.currentTime < 1) {
      seekTo(element, seconds);
      setResumedAt(seconds);
    }
    if (autoplay) play(element);
  });

  useEffect(() => {
    if (!video || !known) return;
    const begin = () => resume(video);
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) begin();
    video.addEventListener('loadedmetadata', begin);
    return () => video.removeEventListener('loadedmetadata', begin);
  }, [video, known]);

  return resumedAt;
}
