import { createPrefetchedData } from './prefetched-data';

const FRESH_MILLISECONDS = 30_000;

const book = new URL('https://isa.test/isa-books/1?from=home');

describe('prefetched data', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('loads once per address and serves one visit', async () => {
    const prefetched = createPrefetchedData();
    const load = jest.fn(async () => 'a book');
    void prefetched.prefetch(book, '1.0.0', load);
    void prefetched.prefetch(new URL('#reviews', book), '1.0.0', load);
    expect(load).toHaveBeenCalledTimes(1);
    await expect(prefetched.take(book, '1.0.0')).resolves.toBe('a book');
    expect(prefetched.take(book, '1.0.0')).toBeUndefined();
  });

  it('returns nothing for another address or another release', () => {
    const prefetched = createPrefetchedData();
    void prefetched.prefetch(book, '1.0.0', async () => 'a book');
    expect(prefetched.take(new URL('?from=basket', book), '1.0.0')).toBeUndefined();
    expect(prefetched.take(book, '1.0.1')).toBeUndefined();
  });

  it('loads again for another release', async () => {
    const prefetched = createPrefetchedData();
    void prefetched.prefetch(book, '1.0.0', async () => 'old');
    void prefetched.prefetch(book, '1.0.1', async () => 'new');
    await expect(prefetched.take(book, '1.0.1')).resolves.toBe('new');
  });

  it('aborts and discards data that is not taken in time', () => {
    const prefetched = createPrefetchedData();
    let given: AbortSignal | undefined;
    void prefetched.prefetch(book, '1.0.0', async (signal) => (given = signal));
    jest.advanceTimersByTime(FRESH_MILLISECONDS - 1);
    expect(given?.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(given?.aborted).toBe(true);
    expect(prefetched.take(book, '1.0.0')).toBeUndefined();
  });

  it('continues to load after a visit has taken it', () => {
    const prefetched = createPrefetchedData();
    let given: AbortSignal | undefined;
    void prefetched.prefetch(book, '1.0.0', async (signal) => (given = signal));
    void prefetched.take(book, '1.0.0');
    jest.advanceTimersByTime(FRESH_MILLISECONDS * 2);
    expect(given?.aborted).toBe(false);
  });

  it('discards a failed load', async () => {
    const prefetched = createPrefetchedData();
    void prefetched.prefetch(book, '1.0.0', () => Promise.reject(new Error('offline')));
    await jest.advanceTimersByTimeAsync(0);
    expect(prefetched.take(book, '1.0.0')).toBeUndefined();
  });
});
