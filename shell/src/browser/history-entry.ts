/**
 * Gives the entry of a full page load a key of its own in the router's format. The router remembers scroll positions by
 * key, and all entries without one share `default`: a page would open at the last page's position. It also gets the index
 * that the router would otherwise add with a second change of the entry, each of which waits for the browser's process.
 */
export function keyHistoryEntry({ history }: Pick<Window, 'history'>): void {
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'key' in state) return;
  const key = Math.random().toString(36).slice(2, 10);
  history.replaceState({ idx: 0, ...(typeof state === 'object' ? state : {}), key }, '');
}
