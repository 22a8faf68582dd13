const OPEN_SEARCH = 'isa-open-search';

/** Opens the header's search, from anywhere on the page. */
export function openSearch(): void {
  document.dispatchEvent(new Event(OPEN_SEARCH));
}

/** @returns a function that stops listening. */
export function onOpenSearch(open: () => void): () => void {
  document.addEventListener(OPEN_SEARCH, open);
  return () => document.removeEventListener(OPEN_SEARCH, open);
}
