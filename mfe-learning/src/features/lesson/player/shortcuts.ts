import { useEffect, useEffectEvent } from 'react';
import {
  changeSpeed,
  seekTo,
  setVolume,
  toggleCaptions,
  toggleFullscreen,
  toggleMute,
  togglePlay,
} from './video-actions';

export const SHORTCUTS: readonly (readonly [keys: string, meaning: string])[] = [
  ['Space or K', 'Play or pause'],
  ['← →', '5 seconds back or forward'],
  ['J L', '10 seconds back or forward'],
  ['0 … 9', 'Jump to a tenth of the lesson'],
  ['Home', 'Back to the beginning'],
  ['< >', 'Slower or faster'],
  ['↑ ↓', 'Louder or quieter, inside the player'],
  ['M', 'Sound on or off'],
  ['C', 'Captions on or off'],
  ['F', 'Full screen'],
  ['N', 'Next lesson'],
  ['?', 'Show or hide this sheet'],
];

/** What a key does with the video and the element that fills the screen, or what the page does. */
type Command = ((video: HTMLVideoElement, frame: HTMLElement) => void) | 'help' | 'next';

const skip = (seconds: number) => (video: HTMLVideoElement) => seekTo(video, video.currentTime + seconds);
const jump = (share: number) => (video: HTMLVideoElement) => {
  if (Number.isFinite(video.duration)) seekTo(video, video.duration * share);
};
const changeVolume = (step: number) => (video: HTMLVideoElement) =>
  setVolume(video, Math.round((video.volume + step) * 10) / 10);

const commands: Readonly<Record<string, Command>> = {
  ' ': togglePlay,
  k: togglePlay,
  arrowleft: skip(-5),
  arrowright: skip(5),
  j: skip(-10),
  l: skip(10),
  home: jump(0),
  '<': (video) => changeSpeed(video, -1),
  '>': (video) => changeSpeed(video, 1),
  arrowup: changeVolume(0.1),
  arrowdown: changeVolume(-0.1),
  m: toggleMute,
  c: toggleCaptions,
  f: (_video, frame) => toggleFullscreen(frame),
  n: 'next',
  '?': 'help',
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** Fields and controls with the focus take precedence; keys that scroll are commands inside the player. */
export function commandFor(event: KeyPress, player: Node): Command | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return undefined;
  const { target } = event;
  const key = event.key.toLowerCase();
  const inside = player.contains(target);
  if (
    target.closest(
      'input:not([type=range]), textarea, select, [contenteditable]:not([contenteditable=false])',
    )
  ) {
    return undefined;
  }
  if (key === ' ' && target.closest('button, a, summary, [role=tab]')) return undefined;
  if ((key === 'arrowup' || key === 'arrowdown' || key === 'home') && !inside) return undefined;
  if (key.startsWith('arrow') && target.closest('[data-own-arrows], [role=tab]')) return undefined;
  if (/^\d$/.test(key)) return jump(Number(key) / 10);
  return Object.hasOwn(commands, key) ? commands[key] : undefined;
}

/** Runs the commands of the keys pressed anywhere on the page. */
export function useShortcuts(
  player: HTMLElement | null,
  enabled: boolean,
  run: (command: Command) => void,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!player || event.defaultPrevented) return;
    const command = commandFor(event, player);
    if (!command) return;
    event.preventDefault();
    run(command);
  });

  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}
