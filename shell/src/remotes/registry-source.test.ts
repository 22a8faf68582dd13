import { safeStorage } from '@isa/contract';
import { generateKeyPairSync, type KeyObject, sign, webcrypto } from 'node:crypto';
import { pageWith, registered } from '../testing/releases';
import { createRegistrySource, type RegistrySourceOptions } from './registry-source';
import type { CompleteRegistry, Registry } from '../../formats/registry';

const operators = generateKeyPairSync('ed25519');
const strangers = generateKeyPairSync('ed25519');
const rawKey = (key: KeyObject) =>
  key.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');

const page: CompleteRegistry = {
  ...pageWith(4, { name: 'shop', live: registered('shop', '1.5.0') }),
  keys: [{ id: 'ops', key: rawKey(operators.publicKey) }],
};
const newer: Registry = pageWith(5, { name: 'shop', live: registered('shop', '1.6.0') }).registry;

function signed(registry: Registry, key = operators.privateKey, id = 'ops'): string {
  const signature = sign(null, Buffer.from(JSON.stringify(registry)), key).toString('base64');
  // Formatted as in the store: white space is not signed.
  return JSON.stringify({ registry, signature, key: id }, null, 2);
}

function sourceOf(respond: () => Promise<Response>, change: Partial<RegistrySourceOptions> = {}) {
  const fetch = jest.fn(respond);
  const onForged = jest.fn();
  const load = createRegistrySource({
    page,
    fetch,
    subtle: webcrypto.subtle as SubtleCrypto,
    storage: safeStorage('sessionStorage'),
    pause: 0,
    onForged,
    ...change,
  });
  return { load, fetch, onForged };
}

beforeEach(() => sessionStorage.clear());

describe('a fresh registry', () => {
  it('is accepted when a key of the page signed it', async () => {
    const { load, fetch, onForged } = sourceOf(async () => new Response(signed(newer)));
    await expect(load()).resolves.toEqual({ ...page, registry: newer });
    expect(fetch).toHaveBeenCalledWith('/registry.json', expect.objectContaining({ cache: 'no-cache' }));
    expect(onForged).not.toHaveBeenCalled();
  });

  it.each([
    ['was signed with another key', () => signed(newer, strangers.privateKey)],
    ['names an unknown key', () => signed(newer, operators.privateKey, 'other')],
    ['was changed after signing', () => signed(newer).replaceAll('1.6.0', '6.6.6')],
    ['has no signature', () => JSON.stringify({ registry: newer, key: 'ops' })],
    [
      'has a signature that is not base64',
      () => JSON.stringify({ registry: newer, key: 'ops', signature: '§' }),
    ],
    ['is not JSON', () => '<!doctype html>'],
    ['is null', () => 'null'],
  ])('is rejected and reported when it %s', async (_, body) => {
    const { load, onForged } = sourceOf(async () => new Response(body()));
    await expect(load()).resolves.toBe('unusable');
    expect(onForged).toHaveBeenCalledTimes(1);
  });

  it('is rejected where the browser cannot verify it, and not requested again', async () => {
    const subtle = {
      importKey: async () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')),
    };
    let now = 0;
    const change = { subtle: subtle as never, now: () => now };
    const { load, fetch, onForged } = sourceOf(async () => new Response(signed(newer)), change);
    await expect(load()).resolves.toBe('unusable');
    now += 60_000;
    await expect(load()).resolves.toBe('unusable');
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(onForged).not.toHaveBeenCalled();
  });

  it.each([
    ['without keys', { page: { cdn: page.cdn, registry: page.registry } }],
    ['that was not loaded securely', { subtle: undefined }],
  ])('is not requested by a page %s', async (_, change) => {
    const { load, fetch } = sourceOf(async () => new Response(signed(newer)), change);
    await expect(load()).resolves.toBe('unusable');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is rejected when it is older than the page’s registry or than one that the tab has seen', async () => {
    const older = { ...page.registry, revision: 3 };
    let now = 0;
    const bodies = [signed(older), signed(newer), signed(page.registry)];
    const { load, onForged } = sourceOf(async () => new Response(bodies.shift()), { now: () => now });
    await expect(load()).resolves.toBe('unusable');
    now += 60_000;
    await expect(load()).resolves.toMatchObject({ registry: { revision: 5 } });
    now += 60_000;
    await expect(load()).resolves.toBe('unusable');
    expect(onForged).not.toHaveBeenCalled();
    // Also in the tab's next document, whose page may be older.
    const next = sourceOf(async () => new Response(signed(page.registry)));
    await expect(next.load()).resolves.toBe('unusable');
  });

  it('is requested once for concurrent callers, and again later', async () => {
    let now = 0;
    const { load, fetch } = sourceOf(async () => new Response(signed(newer)), { now: () => now });
    await Promise.all([load(), load(), load()]);
    await load();
    expect(fetch).toHaveBeenCalledTimes(1);
    now += 60_000;
    await load();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['cannot be reached', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['responds with an error', async () => new Response('', { status: 503 })],
    ['limits the rate', async () => new Response('', { status: 429 })],
  ])('is requested twice and not reported when the site %s', async (_, respond) => {
    const { load, fetch, onForged } = sourceOf(respond);
    await expect(load()).resolves.toBe('unreachable');
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(onForged).not.toHaveBeenCalled();
  });

  it('is loaded after one lost response', async () => {
    const responses = [Promise.reject(new TypeError('Failed to fetch')), new Response(signed(newer))];
    const { load } = sourceOf(async () => responses.shift() ?? new Response(''));
    await expect(load()).resolves.toEqual({ ...page, registry: newer });
  });

  it('is not requested again after a time-out', async () => {
    const { load, fetch } = sourceOf(async () => Promise.reject(new DOMException('late', 'TimeoutError')));
    await expect(load()).resolves.toBe('unreachable');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is requested again at once by a retry after a failure', async () => {
    let isUp = false;
    const { load } = sourceOf(async () =>
      isUp ? new Response(signed(newer)) : new Response('', { status: 503 }),
    );
    await expect(load()).resolves.toBe('unreachable');
    isUp = true;
    await expect(load()).resolves.toBe('unreachable');
    await expect(load(true)).resolves.toMatchObject({ registry: { revision: 5 } });
  });

  it('is unusable where the site has none', async () => {
    const { load, fetch, onForged } = sourceOf(async () => new Response('', { status: 404 }));
    await expect(load()).resolves.toBe('unusable');
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(onForged).not.toHaveBeenCalled();
  });
});
