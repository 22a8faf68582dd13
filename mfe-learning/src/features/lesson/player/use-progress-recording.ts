import type { LessonProgress } from '@isa/api-contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isWatched, resumePosition } from '../../../shared/progress/merge';
import { useNewestProgress, useProgressStore } from '../../../shared/progress/progress';
import { listen, play, seekTo } from './video-actions';

/**
 * Seeks to the last position, unless the customer has started; again when the customer returns to a paused video after
 * another device has watched on.
 * @param lessonId absent for a sample, which has no progress
 * @param startsPlaying is asked once, when the video can play
 * @returns the position in seconds, 0 if it did not seek
 */
export function useResume(
  video: HTMLVideoElement | null,
  lessonId: number | undefined,
  startsPlaying: () => boolean,
): number {
  const store = useProgressStore();
  const { status, lessons } = useNewestProgress();
  const [resumedAt, setResumedAt] = useState(0);
  const attempted = useRef(false);
  const loaded = lessonId === undefined || status !== 'loading';

  const resume = useEffectEvent((element: HTMLVideoElement) => {
    if (attempted.current) return;
    attempted.current = true;
    const progress = lessonId === undefined ? undefined : lessons.get(lessonId);
    const seconds = resumePosition(progress, element.duration);
    if (seconds > 0 && element.currentTime < 1) {
      seekTo(element, seconds);
      setResumedAt(seconds);
    }
    if (startsPlaying()) play(element);
  });

  useEffect(() => {
    if (!video || !loaded) return;
    const start = () => resume(video);
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) start();
    return listen([video, { loadedmetadata: start }]);
  }, [video, loaded]);

  const follow = useEffectEvent((element: HTMLVideoElement, known: LessonProgress | undefined) => {
    const newest = lessonId === undefined ? undefined : store.getState().lessons.get(lessonId);
    const seconds = resumePosition(newest, element.duration);
    const isElsewhere = Math.abs(seconds - element.currentTime) > RECORD_EVERY_SECONDS;
    if (newest?.updatedAt === known?.updatedAt || seconds === 0 || !isElsewhere || !element.paused) return;
    seekTo(element, seconds);
    setResumedAt(seconds);
  });

  useEffect(() => {
    if (!video || lessonId === undefined) return;
    const onReturn = () => {
      if (document.visibilityState !== 'visible') return;
      const known = store.getState().lessons.get(lessonId);
      void store.refresh().then(() => follow(video, known));
    };
    return listen([document, { visibilitychange: onReturn }]);
  }, [video, lessonId, store]);

  return resumedAt;
}

/** How many seconds of video are between two records while playing. */
const RECORD_EVERY_SECONDS = 5;

/** Records the position once the customer has started to watch. @param lessonId absent for a sample */
export function useProgressRecording(video: HTMLVideoElement | null, lessonId: number | undefined): void {
  const store = useProgressStore();

  useEffect(() => {
    if (!video || lessonId === undefined) return;
    let started = false;
    let recorded = -1;

    const record = () => {
      // A source that is being opened again has no data, and its position is 0.
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
    const onVideo = {
      playing: () => void (started = true),
      timeupdate: () => Math.abs(video.currentTime - recorded) >= RECORD_EVERY_SECONDS && record(),
      pause: recordAndSend,
      ended: recordAndSend,
    };
    const onHide = () => document.visibilityState === 'hidden' && recordAndSend();
    const send = () => void store.sendUnsent();
    const stop = listen(
      [video, onVideo],
      [document, { visibilitychange: onHide }],
      [window, { pagehide: recordAndSend, online: send }],
    );
    return () => {
      recordAndSend();
      stop();
    };
  }, [video, lessonId, store]);
}
