import { act, fireEvent } from '@testing-library/react';

/** Gives media elements a position, a duration and `play`, which jsdom lacks. */
export function installFakeMedia(): void {
  const states = new WeakMap<HTMLMediaElement, MediaState>();
  const stateOf = (element: HTMLMediaElement) => {
    const existing = states.get(element);
    if (existing) return existing;
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
    const { currentTime } = this;
    // By the HTML standard this pauses without the event of that name, and reports the new position.
    Object.assign(stateOf(this), { currentTime: 0, paused: true, ended: false, readyState: 0 });
    fireEvent(this, new Event('emptied'));
    if (currentTime > 0) queueMicrotask(() => void fireEvent.timeUpdate(this));
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

/** Reports that the metadata has loaded, with the duration in seconds. */
export function loaded(video: HTMLVideoElement, duration: number): void {
  Object.assign(video, { duration, readyState: 4 });
  act(() => void fireEvent.loadedMetadata(video));
  act(() => void fireEvent.canPlay(video));
}

/** Reports that the video has played to a position in seconds. */
export function playedTo(video: HTMLVideoElement, seconds: number): void {
  video.currentTime = seconds;
  act(() => void fireEvent.timeUpdate(video));
}

/** Reports that the video has played to its end. */
export function playedToEnd(video: HTMLVideoElement): void {
  Object.assign(video, { currentTime: video.duration, paused: true, ended: true });
  act(() => void fireEvent.ended(video));
}

/** Reports that the source has failed. */
export function failed(video: HTMLVideoElement): void {
  act(() => void fireEvent.error(video));
}
