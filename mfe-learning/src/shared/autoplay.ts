/** The intents to play that no player has used. */
const unused = new WeakSet<object>();

/**
 * @returns the state of a navigation that starts the video once: after a reload or Back, the history entry holds a copy,
 * which starts nothing.
 */
export function autoplay(): object {
  const intent = { play: true };
  unused.add(intent);
  return intent;
}

/** @returns whether a navigation's state is an intent to play that was not used before. */
export function takeAutoplay(state: unknown): boolean {
  return typeof state === 'object' && state !== null && unused.delete(state);
}
