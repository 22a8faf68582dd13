import { createDataAhead, FRESH_MILLISECONDS } from './data-ahead';

const book = new URL('https://isa.test/isa-books/1?from=home');

describe('data fetched ahead', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is loaded once for an address, and given to one visit', async () => {
    const ahead = createDataAhead();
    const load = jest.fn(async () => 'a book');
    ahead.keep(book, '1.0.0', load);
    ahead.keep(new URL('#reviews', book), '1.0.0', load);
    expect(load).toHaveBeenCalledTimes(1);
    await expect(ahead.take(book, '1.0.0')).resolves.toBe('a book');
    expect(ahead.take(book, '1.0.0')).toBeUndefined();
  });

  it('is not for another address, nor for the page of another release', () => {
    const ahead = createDataAhead();
    ahead.keep(book, '1.0.0', async () => 'a book');
    expect(ahead.take(new URL('?from=basket', book), '1.0.0')).toBeUndefined();
    expect(ahead.take(book, '1.0.1')).toBeUndefined();
  });

  it('is loaded again for another release', async () => {
    const ahead = createDataAhead();
    ahead.keep(book, '1.0.0', async () => 'old');
    ahead.keep(book, '1.0.1', async () => 'new');
    await expect(ahead.take(book, '1.0.1')).resolves.toBe('new');
  });

  it('is aborted and forgotten when nobody comes for it', () => {
    const ahead = createDataAhead();
    let given: AbortSignal | undefined;
    ahead.keep(book, '1.0.0', async (signal) => (given = signal));
    jest.advanceTimersByTime(FRESH_MILLISECONDS - 1);
    expect(given?.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(given?.aborted).toBe(true);
    expect(ahead.take(book, '1.0.0')).toBeUndefined();
  });

  it('goes on loading for the visit that took it', () => {
    const ahead = createDataAhead();
    let given: AbortSignal | undefined;
    ahead.keep(book, '1.0.0', async (signal) => (given = signal));
    void ahead.take(book, '1.0.0');
    jest.advanceTimersByTime(FRESH_MILLISECONDS * 2);
    expect(given?.aborted).toBe(false);
  });

  it('that failed leaves nothing behind', async () => {
    const ahead = createDataAhead();
    ahead.keep(book, '1.0.0', () => Promise.reject(new Error('offline')));
    await jest.advanceTimersByTimeAsync(0);
    expect(ahead.take(book, '1.0.0')).toBeUndefined();
  });
});
