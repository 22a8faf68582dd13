import { useEffect, useEffectEvent } from 'react';
import { type Command, commandFor } from './shortcuts';

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
