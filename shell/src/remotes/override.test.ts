import { release } from '../testing/releases';
import { loadOverride } from './override';

const served = { ...release('shop', 'development'), entry: 'http://localhost:3011/remote-entry.js' };
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

describe('loadOverride', () => {
  beforeEach(() => sessionStorage.clear());

  it('returns nothing when the browser denies storage', async () => {
    await expect(loadOverride(tab(''))).resolves.toBeUndefined();
    await expect(loadOverride(tab('?isa-override=off'))).resolves.toBeUndefined();
  });

  it('returns the remote of the development server, until it is switched off', async () => {
    serve(served);
    const search = '?isa-override=http://localhost:3011/';
    await expect(loadOverride(tab(search))).resolves.toEqual(override);
    await expect(loadOverride(tab(search, sessionStorage))).resolves.toEqual(override);
    await expect(loadOverride(tab('', sessionStorage))).resolves.toEqual(override);
    await expect(loadOverride(tab('?isa-override=off', sessionStorage))).resolves.toBeUndefined();
    await expect(loadOverride(tab('', sessionStorage))).resolves.toBeUndefined();
  });

  it.each([
    ['an address elsewhere', 'https://evil.test/', served],
    ['an entry elsewhere', 'http://localhost:3011/', { ...served, entry: 'https://evil.test/e.js' }],
    ['an incomplete description', 'http://localhost:3011/', { name: 'shop', entry: served.entry }],
    ['no description', 'http://localhost:3011/', null],
  ])('ignores %s', async (_, address, response) => {
    serve(response);
    await expect(loadOverride(tab(`?isa-override=${address}`))).resolves.toBeUndefined();
  });
});
