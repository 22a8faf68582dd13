/** What can be done to a video, apart from any page: buttons, shortcuts and recovery all go through here. */

/** Offered speeds; 1 is as filmed. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const VOLUME_STEP = 0.1;
/** Counted in lines from the lower edge. */
const LIFTED_LINE = -4;

/** Starts playing. A browser may refuse (autoplay rules, no data yet); the picture then simply stays paused. */
export function play(video: HTMLVideoElement): void {
  void video.play()?.catch(() => undefined);
}

export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) play(video);
  else video.pause();
}

/** Jumps to a position in seconds, within the video. */
export function seekTo(video: HTMLVideoElement, seconds: number): void {
  const end = Number.isFinite(video.duration) ? video.duration : seconds;
  video.currentTime = Math.min(Math.max(0, seconds), end);
}

export function skip(video: HTMLVideoElement, seconds: number): void {
  seekTo(video, video.currentTime + seconds);
}

export function setSpeed(video: HTMLVideoElement, speed: number): void {
  // The default survives a change of the video's source, the rate alone does not.
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;
}

/** The next offered speed in a direction: 1 is faster, -1 slower. */
export function changeSpeed(video: HTMLVideoElement, direction: 1 | -1): void {
  const faster = SPEEDS.find((speed) => speed > video.playbackRate);
  const slower = SPEEDS.findLast((speed) => speed < video.playbackRate);
  setSpeed(video, (direction === 1 ? faster : slower) ?? video.playbackRate);
}

export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = Math.min(1, Math.max(0, volume));
  video.muted = video.volume === 0;
}

export function changeVolume(video: HTMLVideoElement, direction: 1 | -1): void {
  setVolume(video, Math.round((video.volume + direction * VOLUME_STEP) * 10) / 10);
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

/** Shows or hides captions. Hidden ones stay loaded: the transcript is made of them. */
export function showCaptions(video: HTMLVideoElement, shown: boolean): void {
  const captions = trackOf(video, 'captions');
  if (captions) captions.mode = shown ? 'showing' : 'hidden';
}

/** Lifts captions above the bar while it is shown. */
export function liftCaptions(video: HTMLVideoElement, lifted: boolean): void {
  for (const cue of trackOf(video, 'captions')?.cues ?? []) {
    if (cue instanceof VTTCue) cue.line = lifted ? LIFTED_LINE : 'auto';
  }
}

/** Loads the chapters without drawing anything. */
export function loadChapters(video: HTMLVideoElement): void {
  const chapters = trackOf(video, 'chapters');
  if (chapters) chapters.mode = 'hidden';
}

export function toggleFullscreen(element: HTMLElement): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen();
  // Refused outside of a click or by a policy of the page around us: nothing changes.
  change.catch(() => undefined);
}

/**
 * Gives the video a source anew and goes on where it was, at the same speed.
 * @param seconds where to go on
 * @param playing whether it played before
 */
export function reopen(video: HTMLVideoElement, source: string, seconds: number, playing: boolean): void {
  const goOn = () => {
    seekTo(video, seconds);
    if (playing) play(video);
  };
  video.addEventListener('loadedmetadata', goOn, { once: true });
  video.src = source;
  video.load();
}
