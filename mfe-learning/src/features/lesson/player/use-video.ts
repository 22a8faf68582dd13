import { useCallback, useSyncExternalStore } from 'react';
import { listen } from './listen';

/** Every event after which a control may have to render again. */
const events = [
  'loadedmetadata',
  'durationchange',
  'timeupdate',
  'seeking',
  'seeked',
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'canplay',
  'progress',
  'ratechange',
  'volumechange',
  'emptied',
] as const;

/**
 * A value of a video, up to date. It is stored only in the element.
 * @param select pure; returns a primitive that changes only with the events above
 */
export function useVideo<T extends string | number | boolean>(
  video: HTMLVideoElement | null,
  select: (video: HTMLVideoElement) => T,
  fallback: T,
): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!video) return () => undefined;
      const stopVideo = listen(video, Object.fromEntries(events.map((event) => [event, listener])));
      const stopCaptions = listen(video.textTracks, { change: listener });
      return () => {
        stopVideo();
        stopCaptions();
      };
    },
    [video],
  );
  return useSyncExternalStore(
    subscribe,
    () => (video ? select(video) : fallback),
    () => fallback,
  );
}

/** The position in seconds, in steps of a quarter: browsers do not report it more often. */
export function useTime(video: HTMLVideoElement | null): number {
  return useVideo(video, (element) => Math.floor(element.currentTime * 4) / 4, 0);
}

/** In seconds, 0 until it is available. */
export function useDuration(video: HTMLVideoElement | null): number {
  return useVideo(video, (element) => (Number.isFinite(element.duration) ? element.duration : 0), 0);
}

export function usePaused(video: HTMLVideoElement | null): boolean {
  return useVideo(video, (element) => element.paused, true);
}
