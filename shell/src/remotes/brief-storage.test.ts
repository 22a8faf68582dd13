import { briefStorage } from './brief-storage';

const storage = briefStorage(window);
let now = Date.now();
beforeEach(() => {
  sessionStorage.clear();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});

it('keeps a text for ten minutes, for the next document too', () => {
  storage.write('key', 'two words\nand a line');
  now += 9 * 60_000;
  expect(briefStorage(window).read('key')).toBe('two words\nand a line');
  now += 60_000;
  expect(storage.read('key')).toBeUndefined();
});

it.each(['1e15', '9999999999999 shop@1.0.0', '["shop@1.0.0"]', ' shop@1.0.0', '-1 shop@1.0.0'])(
  'ignores what a release may have left to steer later visits: %j',
  (text) => {
    sessionStorage.setItem('key', text);
    expect(storage.read('key')).toBeUndefined();
  },
);
