import { useEffect, useEffectEvent } from 'react';
import {
  audibleVolume,
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
  ['↑ ↓', 'Turn the volume up or down, inside the player'],
  ['M', 'Sound on or off'],
  ['C', 'Captions on or off'],
  ['F', 'Full screen'],
  ['N', 'Next lesson'],
  ['?', 'Show or hide this list of shortcuts'],
];

/** What a key does with the video and the element that fills the screen, or what the page does. */
type Command = ((video: HTMLVideoElement, playerElement: HTMLElement) => void) | 'help' | 'next';

const skip = (seconds: number) => (video: HTMLVideoElement) => seekTo(video, video.currentTime + seconds);
const jump = (share: number) => (video: HTMLVideoElement) => {
  if (Number.isFinite(video.duration)) seekTo(video, video.duration * share);
};
const changeVolume = (step: number) => (video: HTMLVideoElement) =>
  setVolume(video, Math.round((audibleVolume(video) + step) * 10) / 10);

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
  f: (_video, playerElement) => toggleFullscreen(playerElement),
  n: 'next',
  '?': 'help',
};

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'target'
>;

/** Elements that take text, or let the visitor choose by typing: they use all keys themselves. */
const TYPED_IN =
  'input:not([type=range], [type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, ' +
  '[contenteditable]:not([contenteditable=false]), ' +
  '[role=textbox], [role=searchbox], [role=combobox], [role=listbox], [role=menu], [role=grid]';

/** The keys that move something or scroll the page; they have a meaning of their own in a control that holds several. */
const MOVES = /^(arrow|home$|end$|page)/;
const HAS_MOVES = 'input, [role=slider], [role=tab], [role=radio], audio, video[controls]';

/** A dialog, or an open menu of the header: the page is behind it. */
const IN_FRONT = "dialog[open], [aria-modal=true], header [aria-expanded='true']";

/** The page itself, whose heading has the focus after a navigation. */
const PAGE = "html, body, [tabindex='-1']:not(a, button, input, [role])";

/** Marks lists next to the player whose lines lead to places in the video. */
export const PLAYER_PART = { 'data-player-part': '' } as const;

/** Shortcuts act while the page or the player has the focus; the keys of a control and of the browser take precedence. */
export function commandFor(event: KeyPress, player: Node): Command | undefined {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (!(target instanceof Element) || target.closest(TYPED_IN)) return undefined;
  const inside = player.contains(target);
  if (
    !(inside || target.matches(PAGE) || target.closest('[data-player-part]')) ||
    document.querySelector(IN_FRONT)
  ) {
    return undefined;
  }
  const key = event.key.toLowerCase();
  // Shift selects text by arrows and scrolls back by the space bar.
  if (event.shiftKey && (key.length > 1 || key === ' ')) return undefined;
  if (target.closest('[role=dialog]')) return key === '?' ? 'help' : undefined;
  if (key === ' ' && target.closest('button, a, summary, input, [role=button], [role=tab]')) return undefined;
  if (MOVES.test(key) && target.closest(HAS_MOVES)) return undefined;
  if ((key === 'arrowup' || key === 'arrowdown' || key === 'home') && !inside) return undefined;
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
