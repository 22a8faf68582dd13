import { release } from '../testing/releases';
import { withOverride } from './override';

const live = [release('shop', '1.5.0'), release('blog', '3.0.0')];
const { slot: _, ...description } = release('shop', 'development');
const served = { ...description, entry: 'http://localhost:3011/remote-entry.js' };
const override = { ...served, slot: 'override', unverified: true };

function tab(search: string, storage?: Storage) {
  return {
    location: { search },
    get sessionStorage(): Storage {
      if (storage) return storage;
      throw new DOMException('denied', 'SecurityError');
    },
  };
}

function serve(response: unknown) {
  globalThis.fetch = jest.fn(async () => new Response(JSON.stringify(response)));
}

describe('withOverride', () => {
  beforeEach(() => sessionStorage.clear());

  it('returns the released remotes when the browser denies storage', async () => {
    await expect(withOverride(live, tab(''))).resolves.toBe(live);
    await expect(withOverride(live, tab('?isa-override=off'))).resolves.toBe(live);
  });

  it('replaces the remote of the development server, until it is switched off', async () => {
    serve(served);
    const search = '?isa-override=http://localhost:3011/';
    const expected = [live[1], override];
    await expect(withOverride(live, tab(search))).resolves.toEqual(expected);
    await expect(withOverride(live, tab(search, sessionStorage))).resolves.toEqual(expected);
    await expect(withOverride(live, tab('', sessionStorage))).resolves.toEqual(expected);
    await expect(withOverride(live, tab('?isa-override=off', sessionStorage))).resolves.toBe(live);
    await expect(withOverride(live, tab('', sessionStorage))).resolves.toBe(live);
  });

  it.each([
    ['an address elsewhere', 'https://evil.test/', served],
    ['an entry elsewhere', 'http://localhost:3011/', { ...served, entry: 'https://evil.test/e.js' }],
    ['an incomplete description', 'http://localhost:3011/', { name: 'shop', entry: served.entry }],
    ['no description', 'http://localhost:3011/', null],
  ])('ignores %s', async (_, address, response) => {
    serve(response);
    await expect(withOverride(live, tab(`?isa-override=${address}`))).resolves.toBe(live);
  });
});
