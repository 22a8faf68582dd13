const OPEN_SEARCH = 'isa-open-search';

export function openSearch(): void {
  document.dispatchEvent(new Event(OPEN_SEARCH));
}

export function onOpenSearch(open: () => void): () => void {
  document.addEventListener(OPEN_SEARCH, open);
  return () => document.removeEventListener(OPEN_SEARCH, open);
}
