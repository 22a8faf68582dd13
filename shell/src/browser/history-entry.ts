/**
 * Gives the entry of a full page load a key in the router's format. The router remembers scroll positions by
 * key, and entries without one share `default`. It also gets the index that the router would otherwise add by
 * a second, slow change.
 */
export function keyHistoryEntry({ history }: Pick<Window, 'history'>): void {
  const state: unknown = history.state;
  if (entryKey(state) !== undefined) return;
  const key = Math.random().toString(36).slice(2, 10);
  history.replaceState({ idx: 0, ...(typeof state === 'object' ? state : {}), key }, '');
}

/** @param state of an entry of the history, by default of the current one. @returns its key, if the router or we have given it one. */
export function entryKey(state: unknown = window.history.state): string | undefined {
  return typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string'
    ? state.key
    : undefined;
}
