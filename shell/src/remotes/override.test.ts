import { release } from '../testing/releases';
import { loadOverrides } from './override';

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

describe('loadOverrides', () => {
  beforeEach(() => sessionStorage.clear());

  it('returns nothing when the browser denies storage', async () => {
    await expect(loadOverrides(tab(''))).resolves.toEqual([]);
    await expect(loadOverrides(tab('?isa-override=off'))).resolves.toEqual([]);
  });

  it('returns the remote of the development server, until it is switched off', async () => {
    serve(served);
    const search = '?isa-override=http://localhost:3011/';
    await expect(loadOverrides(tab(search))).resolves.toEqual([override]);
    await expect(loadOverrides(tab(search, sessionStorage))).resolves.toEqual([override]);
    await expect(loadOverrides(tab('', sessionStorage))).resolves.toEqual([override]);
    await expect(loadOverrides(tab('?isa-override=off', sessionStorage))).resolves.toEqual([]);
    await expect(loadOverrides(tab('', sessionStorage))).resolves.toEqual([]);
  });

  it('returns several remotes, added at once or one after the other', async () => {
    globalThis.fetch = jest.fn(async (address) => {
      const { port } = new URL(address instanceof Request ? address.url : address);
      return Response.json({ ...served, name: port === '3011' ? 'shop' : 'learning' });
    });
    const names = async (search: string) =>
      (await loadOverrides(tab(search, sessionStorage))).map(({ name }) => name).sort();
    const both = '?isa-override=http://localhost:3011/&isa-override=http://localhost:3012/';
    expect(await names(both)).toEqual(['learning', 'shop']);
    expect(await names('')).toEqual(['learning', 'shop']);
    expect(await names('?isa-override=off')).toEqual([]);
    await names('?isa-override=http://localhost:3011/');
    expect(await names('?isa-override=http://localhost:3012/')).toEqual(['learning', 'shop']);
  });

  it.each([
    ['an address elsewhere', 'https://evil.test/', served],
    ['an entry elsewhere', 'http://localhost:3011/', { ...served, entry: 'https://evil.test/e.js' }],
    ['an incomplete description', 'http://localhost:3011/', { name: 'shop', entry: served.entry }],
    ['no description', 'http://localhost:3011/', null],
  ])('ignores %s', async (_, address, response) => {
    serve(response);
    await expect(loadOverrides(tab(`?isa-override=${address}`))).resolves.toEqual([]);
  });
});
