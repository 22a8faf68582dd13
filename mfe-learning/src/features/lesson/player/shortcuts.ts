import { useEffect, useEffectEvent } from 'react';

export type VideoCommand =
  | { readonly do: 'play' | 'mute' | 'captions' | 'fullscreen' }
  | { readonly do: 'skip'; readonly seconds: number }
  | { readonly do: 'jump'; readonly share: number }
  | { readonly do: 'speed' | 'volume'; readonly direction: 1 | -1 };

/** The effect of a key: on the video, or on the page. */
export type Command = VideoCommand | { readonly do: 'help' } | { readonly do: 'next' };

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

const commands: Readonly<Record<string, Command>> = {
  ' ': { do: 'play' },
  k: { do: 'play' },
  arrowleft: { do: 'skip', seconds: -5 },
  arrowright: { do: 'skip', seconds: 5 },
  j: { do: 'skip', seconds: -10 },
  l: { do: 'skip', seconds: 10 },
  home: { do: 'jump', share: 0 },
  '<': { do: 'speed', direction: -1 },
  '>': { do: 'speed', direction: 1 },
  arrowup: { do: 'volume', direction: 1 },
  arrowdown: { do: 'volume', direction: -1 },
  m: { do: 'mute' },
  c: { do: 'captions' },
  f: { do: 'fullscreen' },
  n: { do: 'next' },
  '?': { do: 'help' },
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
  if (/^\d$/.test(key)) return { do: 'jump', share: Number(key) / 10 };
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
