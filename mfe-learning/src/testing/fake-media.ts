import { act, fireEvent } from '@testing-library/react';

/**
 * jsdom has media elements without media. This gives them a position, a length and a way to play, so
 * that tests can say what the film does.
 */
export function installFakeMedia(): void {
  const states = new WeakMap<HTMLMediaElement, MediaState>();
  const stateOf = (element: HTMLMediaElement) => {
    const known = states.get(element);
    if (known) return known;
    const created = { currentTime: 0, duration: Number.NaN, paused: true, ended: false, readyState: 0 };
    states.set(element, created);
    return created;
  };
  for (const name of ['currentTime', 'duration', 'paused', 'ended', 'readyState'] as const) {
    Object.defineProperty(HTMLMediaElement.prototype, name, {
      configurable: true,
      get(this: HTMLMediaElement) {
        return stateOf(this)[name];
      },
      set(this: HTMLMediaElement, value: never) {
        stateOf(this)[name] = value;
      },
    });
  }
  jest.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(function (this: HTMLMediaElement) {
    Object.assign(stateOf(this), { currentTime: 0, ended: false, readyState: 0 });
  });
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    Object.assign(stateOf(this), { paused: false, ended: false });
    fireEvent.play(this);
    fireEvent.playing(this);
  });
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    stateOf(this).paused = true;
    fireEvent.pause(this);
  });
}

interface MediaState {
  currentTime: number;
  duration: number;
  paused: boolean;
  ended: boolean;
  readyState: number;
}

/** The file's head has arrived: its length in seconds is known. */
export function opened(video: HTMLVideoElement, duration: number): void {
  Object.assign(video, { duration, readyState: 4 });
  act(() => void fireEvent.loadedMetadata(video));
  act(() => void fireEvent.canPlay(video));
}

/** The film has run to a position in seconds. */
export function ranTo(video: HTMLVideoElement, seconds: number): void {
  video.currentTime = seconds;
  act(() => void fireEvent.timeUpdate(video));
}

/** The film has run to its end. */
export function ranOut(video: HTMLVideoElement): void {
  Object.assign(video, { currentTime: video.duration, paused: true, ended: true });
  act(() => void fireEvent.ended(video));
}

/** The source broke. */
export function broke(video: HTMLVideoElement): void {
  act(() => void fireEvent.error(video));
}
