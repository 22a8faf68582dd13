import { useEffect } from 'react';
import { isWatched } from '../../../shared/progress/merge';
import { useProgressStore } from '../../../shared/progress/use-progress';

/** Seconds of film between two notes while playing. */
const NOTE_EVERY_SECONDS = 5;

/** Notes where the video is, as soon as the customer has begun to watch; reports when it may be the last chance. */
export function useProgressNotes(video: HTMLVideoElement | null, lessonId: number): void {
  const store = useProgressStore();

  useEffect(() => {
    if (!video) return;
    let begun = false;
    let noted = -1;

    const note = () => {
      // Without data the position is 0 for no reason: a source that is being opened again.
      if (!begun || video.readyState < HTMLMediaElement.HAVE_METADATA) return;
      const { currentTime, duration } = video;
      if (currentTime === noted) return;
      noted = currentTime;
      store.note(lessonId, Math.floor(currentTime), video.ended || isWatched(currentTime, duration));
    };
    const begin = () => {
      begun = true;
    };
    const noteSometimes = () => {
      if (Math.abs(video.currentTime - noted) >= NOTE_EVERY_SECONDS) note();
    };
    const noteAndReport = () => {
      note();
      void store.report();
    };
    const leave = () => {
      if (document.visibilityState === 'hidden') noteAndReport();
    };

    video.addEventListener('playing', begin);
    video.addEventListener('timeupdate', noteSometimes);
    video.addEventListener('pause', noteAndReport);
    video.addEventListener('ended', noteAndReport);
    document.addEventListener('visibilitychange', leave);
    return () => {
      noteAndReport();
      video.removeEventListener('playing', begin);
      video.removeEventListener('timeupdate', noteSometimes);
      video.removeEventListener('pause', noteAndReport);
      video.removeEventListener('ended', noteAndReport);
      document.removeEventListener('visibilitychange', leave);
    };
  }, [video, lessonId, store]);
}
