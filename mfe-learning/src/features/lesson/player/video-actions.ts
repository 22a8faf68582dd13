import { useCallback, useSyncExternalStore } from 'react';

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

/** Adds listeners to targets. @returns a function that removes them all. */
export function listen(
  ...targets: readonly (readonly [EventTarget, Readonly<Record<string, () => void>>])[]
): () => void {
  const entries = targets.flatMap(([target, listeners]) =>
    Object.entries(listeners).map(([event, listener]) => [target, event, listener] as const),
  );
  for (const [target, event, listener] of entries) target.addEventListener?.(event, listener);
  return () => {
    for (const [target, event, listener] of entries) target.removeEventListener?.(event, listener);
  };
}

/** @param select pure; returns a primitive that changes only with the events above */
export function useVideo<T extends string | number | boolean>(
  video: HTMLVideoElement | null,
  select: (video: HTMLVideoElement) => T,
  fallback: T,
): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!video) return () => undefined;
      return listen(
        [video, Object.fromEntries(events.map((event) => [event, listener]))],
        [video.textTracks, { change: listener }],
      );
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

export function useDuration(video: HTMLVideoElement | null): number {
  return useVideo(video, (element) => (Number.isFinite(element.duration) ? element.duration : 0), 0);
}

export function usePaused(video: HTMLVideoElement | null): boolean {
  return useVideo(video, (element) => element.paused, true);
}

const SPEEDS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** The speeds to choose from, among them the current one, which an extension may have set. */
export function speedsWith(current: number): readonly number[] {
  return SPEEDS.includes(current) ? SPEEDS : [...SPEEDS, current].sort((one, other) => one - other);
}

/** The position of raised captions, in lines from the lower edge. */
const RAISED_LINE = -4;

/** Starts playing. The video stays paused if the browser refuses (autoplay rules, no data yet). */
export function play(video: HTMLVideoElement): void {
  void video.play()?.catch(() => undefined);
}

export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) play(video);
  else video.pause();
}

export function seekTo(video: HTMLVideoElement, seconds: number): void {
  const end = Number.isFinite(video.duration) ? video.duration : seconds;
  video.currentTime = Math.min(Math.max(0, seconds), end);
}

export function setSpeed(video: HTMLVideoElement, speed: number): void {
  // The default rate is set as well, because it survives a change of the video's source and the rate alone does not.
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;
}

export function changeSpeed(video: HTMLVideoElement, direction: 1 | -1): void {
  const faster = SPEEDS.find((speed) => speed > video.playbackRate);
  const slower = SPEEDS.findLast((speed) => speed < video.playbackRate);
  setSpeed(video, (direction === 1 ? faster : slower) ?? video.playbackRate);
}

/** The volume that is heard: 0 while the sound is off. */
export function audibleVolume({ muted, volume }: HTMLVideoElement): number {
  return muted ? 0 : volume;
}

/** At 0 the sound is off, and the video keeps the volume to which "Sound on" returns. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.muted = volume <= 0;
  if (volume > 0) video.volume = Math.min(1, volume);
}

export function setSound(video: HTMLVideoElement, volume: number, muted: boolean): void {
  video.volume = volume;
  video.muted = muted;
}

export function toggleMute(video: HTMLVideoElement): void {
  video.muted = !video.muted;
}

function trackOf(video: HTMLVideoElement, kind: TextTrackKind): TextTrack | undefined {
  // jsdom and some embedded browsers have no text tracks at all.
  return Array.from(video.textTracks ?? []).find((track) => track.kind === kind);
}

export function hasCaptions(video: HTMLVideoElement): boolean {
  return trackOf(video, 'captions') !== undefined;
}

export function captionsShown(video: HTMLVideoElement): boolean {
  return trackOf(video, 'captions')?.mode === 'showing';
}

/** Shows or hides captions. Hidden ones stay loaded for the transcript. */
export function showCaptions(video: HTMLVideoElement, shown: boolean): void {
  const captions = trackOf(video, 'captions');
  if (captions) captions.mode = shown ? 'showing' : 'hidden';
}

export function toggleCaptions(video: HTMLVideoElement): void {
  showCaptions(video, !captionsShown(video));
}

export function raiseCaptions(video: HTMLVideoElement, raised: boolean): void {
  for (const cue of trackOf(video, 'captions')?.cues ?? []) {
    if (cue instanceof VTTCue) cue.line = raised ? RAISED_LINE : 'auto';
  }
}

export function loadChapters(video: HTMLVideoElement): void {
  const chapters = trackOf(video, 'chapters');
  if (chapters) chapters.mode = 'hidden';
}

/** On iPhones only a video fills the screen, and only in the system's own player. */
interface SystemPlayer {
  webkitEnterFullscreen(): void;
}

function hasSystemPlayer(video: Element | null): video is Element & SystemPlayer {
  return video !== null && 'webkitEnterFullscreen' in video;
}

export function canFillScreen(video: HTMLVideoElement): boolean {
  return document.fullscreenEnabled || hasSystemPlayer(video);
}

export function toggleFullscreen(element: HTMLElement): void {
  const video = element.querySelector('video');
  if (!document.fullscreenEnabled && hasSystemPlayer(video)) {
    video.webkitEnterFullscreen();
    return;
  }
  const change = document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen();
  // The failure is ignored, because the browser refuses full screen outside of a click or by a permissions
  // policy.
  change.catch(() => undefined);
}
