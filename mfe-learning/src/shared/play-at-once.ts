/** The history state of a visit that comes from the lesson before: the next one starts by itself. */
export const PLAY_AT_ONCE = { play: true } as const;

export function playsAtOnce(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'play' in state && state.play === true;
}
