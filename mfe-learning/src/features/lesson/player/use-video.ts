import { useCallback, useSyncExternalStore } from 'react';

/** Everything that a control may have to be drawn again for. */
const EVENTS = [
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
 * One value of a video, followed. The element is the only place where it is kept.
 * @param select a pure look at the element; must give a primitive, and the same one until something happened
 */
export function useVideo<T extends string | number | boolean>(
  video: HTMLVideoElement | null,
  select: (video: HTMLVideoElement) => T,
  otherwise: T,
): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!video) return () => undefined;
      for (const event of EVENTS) video.addEventListener(event, listener);
      video.textTracks?.addEventListener?.('change', listener);
      return () => {
        for (const event of EVENTS) video.removeEventListener(event, listener);
        video.textTracks?.removeEventListener?.('change', listener);
      };
    },
    [video],
  );
  return useSyncExternalStore(
    subscribe,
    () => (video ? select(video) : otherwise),
    () => otherwise,
  );
}

/** The position in seconds, to a quarter: as often as browsers report it. */
export function useTime(video: HTMLVideoElement | null): number {
  return useVideo(video, (element) => Math.floor(element.currentTime * 4) / 4, 0);
}

/** The length in seconds, 0 until it is known. */
export function useDuration(video: HTMLVideoElement | null): number {
  return useVideo(video, (element) => (Number.isFinite(element.duration) ? element.duration : 0), 0);
}

export function usePaused(video: HTMLVideoElement | null): boolean {
  return useVideo(video, (element) => element.paused, true);
}
