import { keyHistoryEntry } from './history-entry';

const key = () => (window.history.state as { readonly key: string }).key;

beforeEach(() => window.history.replaceState(null, ''));

it('gives each full page load another key, and a reloaded one its old key', () => {
  keyHistoryEntry(window);
  const first = key();
  expect(first).toMatch(/^\w{4,}$/);
  keyHistoryEntry(window);
  expect(key()).toBe(first);

  window.history.pushState(null, '', '/next');
  keyHistoryEntry(window);
  expect(key()).not.toBe(first);
});

it('adds the index that the router would add', () => {
  keyHistoryEntry(window);
  expect(window.history.state).toMatchObject({ idx: 0 });
});

it('keeps the rest of the state', () => {
  window.history.replaceState({ idx: 3 }, '');
  keyHistoryEntry(window);
  expect(window.history.state).toMatchObject({ idx: 3 });
});
