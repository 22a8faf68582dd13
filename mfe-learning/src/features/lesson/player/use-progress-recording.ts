import { useEffect } from 'react';
import { isWatched } from '../../../shared/progress/merge';
import { useProgressStore } from '../../../shared/progress/use-progress';
import { listen } from './listen';

/** Seconds of video between two records while playing. */
const RECORD_EVERY_SECONDS = 5;

/** Records the position once the customer has started to watch, and sends it on pause, at the end and on leaving. */
export function useProgressRecording(video: HTMLVideoElement | null, lessonId: number): void {
  const store = useProgressStore();

  useEffect(() => {
    if (!video) return;
    let started = false;
    let recorded = -1;

    const record = () => {
      // While a source is being opened again there is no data and the position is 0.
      if (!started || video.readyState < HTMLMediaElement.HAVE_METADATA) return;
      const { currentTime, duration } = video;
      if (currentTime === recorded) return;
      recorded = currentTime;
      store.record(lessonId, Math.floor(currentTime), video.ended || isWatched(currentTime, duration));
    };
    const recordAndSend = () => {
      record();
      void store.sendUnsent();
    };
    const stopVideo = listen(video, {
      playing: () => {
        started = true;
      },
      timeupdate: () => {
        if (Math.abs(video.currentTime - recorded) >= RECORD_EVERY_SECONDS) record();
      },
      pause: recordAndSend,
      ended: recordAndSend,
    });
    const stopDocument = listen(document, {
      visibilitychange: () => {
        if (document.visibilityState === 'hidden') recordAndSend();
      },
    });
    return () => {
      recordAndSend();
      stopVideo();
      stopDocument();
    };
  }, [video, lessonId, store]);
}
