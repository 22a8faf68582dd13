import { GUEST_SELECTOR } from '@isa/contract';
import { STARTED_SCRIPT } from '../../platform/formats/page-data';

function setDocument(visibility: DocumentVisibilityState, pictures: readonly Promise<void>[] = []) {
  Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
  // The document gets a font set, because jsdom loads no fonts.
  Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() }, configurable: true });
  document.body.innerHTML = `
    ${pictures.map(() => '<img fetchpriority="high">').join('')}
    <link rel="preload" href="/libraries.js" integrity="sha384-l" ${STARTED_SCRIPT}>
    <link rel="preload" href="/main.js" integrity="sha384-m" ${STARTED_SCRIPT}>
    <link rel="preload" href="/remote.js" integrity="sha384-r">`;
  document.querySelectorAll('img').forEach((image, index) => {
    image.decode = () => pictures[index] ?? Promise.resolve();
  });
}

const scripts = () => Array.from(document.querySelectorAll('script'), ({ src }) => new URL(src).pathname);
const start = () =>
  jest.isolateModulesAsync(async () => {
    await import('./bootstrap');
  });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('the bootstrap script', () => {
  it('runs the marked scripts in their order, with their hashes, after the first frames', async () => {
    setDocument('visible');
    await start();
    expect(scripts()).toEqual([]);
    await jest.advanceTimersByTimeAsync(100);
    expect(scripts()).toEqual(['/libraries.js', '/main.js']);
    const [first] = document.querySelectorAll('script');
    expect(first).toMatchObject({ integrity: 'sha384-l', crossOrigin: 'anonymous', async: false });
  });

  it.each([
    ['', true],
    ['isa-session=1', false],
  ])('marks visitors without a session for styles (cookie %j)', async (cookie, isGuest) => {
    document.cookie = cookie || 'isa-session=; Max-Age=0';
    setDocument('visible');
    await start();
    expect(document.documentElement.matches(GUEST_SELECTOR)).toBe(isGuest);
    document.cookie = 'isa-session=; Max-Age=0';
  });

  it('waits for the first picture for a limited time', async () => {
    setDocument('visible', [new Promise(() => undefined)]);
    await start();
    await jest.advanceTimersByTimeAsync(400);
    expect(scripts()).toEqual([]);
    await jest.advanceTimersByTimeAsync(200);
    expect(scripts()).toHaveLength(2);
  });

  it('does not wait for a picture that fails', async () => {
    setDocument('visible', [Promise.reject(new Error('broken'))]);
    await start();
    await jest.advanceTimersByTimeAsync(100);
    expect(scripts()).toHaveLength(2);
  });

  it('runs the scripts of a hidden document, which has no frames, at once', async () => {
    setDocument('hidden');
    await start();
    expect(scripts()).toHaveLength(2);
  });
});
