import { safeStorage } from '@isa/contract';
import { pageWith, registered } from '../testing/releases';
import { createRegistrySource } from './registry-source';
import type { CompleteRegistry, Registry } from '../../platform/formats/registry';

const page: CompleteRegistry = pageWith(4, { name: 'shop', live: registered('shop', '1.5.0') });
const newer: Registry = pageWith(5, { name: 'shop', live: registered('shop', '1.6.0') }).registry;

/** The registry as the site serves it. */
const served = (registry: Registry) => JSON.stringify({ registry, signature: 'AAAA', key: 'ops' }, null, 2);

function sourceOf(respond: () => Promise<Response>) {
  const fetch = jest.fn(respond);
  return { load: createRegistrySource({ page, fetch, storage: safeStorage('sessionStorage') }), fetch };
}

let now = 0;
beforeEach(() => {
  sessionStorage.clear();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

describe('a fresh registry', () => {
  it('is accepted when it is newer than the page’s', async () => {
    const { load, fetch } = sourceOf(async () => new Response(served(newer)));
    await expect(load()).resolves.toEqual({ ...page, registry: newer });
    expect(fetch).toHaveBeenCalledWith('/registry.json', expect.objectContaining({ cache: 'no-cache' }));
  });

  it.each([
    ['has no revision', () => JSON.stringify({ registry: { remotes: [] } })],
    ['has no registry', () => JSON.stringify({ signature: 'AAAA' })],
    ['is not JSON', () => '<!doctype html>'],
    ['is null', () => 'null'],
  ])('is rejected, and not requested twice, when it %s', async (_, body) => {
    const { load, fetch } = sourceOf(async () => new Response(body()));
    await expect(load()).resolves.toBe('unusable');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is rejected when it is older than the page’s registry or than one that the tab has seen', async () => {
    const older = { ...page.registry, revision: 3 };
    const bodies = [served(older), served(newer), served(page.registry)];
    const { load } = sourceOf(async () => new Response(bodies.shift()));
    await expect(load()).resolves.toBe('unusable');
    now += 60_000;
    await expect(load()).resolves.toMatchObject({ registry: { revision: 5 } });
    now += 60_000;
    await expect(load()).resolves.toBe('unusable');
    // The tab's next document refuses it too, although its page may be older.
    const next = sourceOf(async () => new Response(served(page.registry)));
    await expect(next.load()).resolves.toBe('unusable');
  });

  it('is requested once for concurrent callers, and again later', async () => {
    const { load, fetch } = sourceOf(async () => new Response(served(newer)));
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
  ])('is requested twice when the site %s', async (_, respond) => {
    const { load, fetch } = sourceOf(respond);
    await expect(load()).resolves.toBe('unreachable');
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('is loaded after one lost response', async () => {
    const responses = [Promise.reject(new TypeError('Failed to fetch')), new Response(served(newer))];
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
      isUp ? new Response(served(newer)) : new Response('', { status: 503 }),
    );
    await expect(load()).resolves.toBe('unreachable');
    isUp = true;
    await expect(load()).resolves.toBe('unreachable');
    await expect(load(true)).resolves.toMatchObject({ registry: { revision: 5 } });
  });

  it('is unusable where the site has none', async () => {
    const { load, fetch } = sourceOf(async () => new Response('', { status: 404 }));
    await expect(load()).resolves.toBe('unusable');
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
