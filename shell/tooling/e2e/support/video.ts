import { expect, type Page } from '@playwright/test';
import { video } from './page';

/** Controls the page's video element without its user interface. */
export function videoOf(page: Page) {
  const element = video(page);
  return {
    time: () => element.evaluate((player: HTMLVideoElement) => player.currentTime),
    isPaused: () => element.evaluate((player: HTMLVideoElement) => player.paused),
    waitUntilReady: () =>
      expect.poll(() => element.evaluate((player: HTMLVideoElement) => player.readyState)).toBeGreaterThan(0),
    seek: (seconds: number) =>
      element.evaluate((player: HTMLVideoElement, to) => void (player.currentTime = to), seconds),
    playMuted: () =>
      element.evaluate(async (player: HTMLVideoElement) => {
        player.muted = true;
        await player.play();
      }),
    pause: () => element.evaluate((player: HTMLVideoElement) => player.pause()),
  };
}
