import { useEffect, useEffectEvent } from 'react';
import { type Command, commandFor } from './shortcuts';

/** Listens on the whole page: a lesson is what the page is for. Off when the customer switched it off. */
export function useShortcuts(player: HTMLElement | null, on: boolean, run: (command: Command) => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!player || event.defaultPrevented) return;
    const command = commandFor(event, player);
    if (!command) return;
    event.preventDefault();
    run(command);
  });

  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
