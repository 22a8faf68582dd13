import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { PAGE_AS_DICTIONARY } from '../../formats/host-rules';
import { headersOf } from '../../store/storage/headers';
import { describeWithNginx, type Hosting, script, SITE, useHosting } from './testing/hosting';

const hosting = useHosting();

/** The hash of a dictionary, in which the slash is a folder. */
const HASH = 'abcdefghijklmnopqrstu/wxyz0123456789+ABCDEF';

const request: Hosting['request'] = (...args) => hosting().request(...args);

describeWithNginx('the store behind nginx', () => {
  it.each([
    '/../keys/registry.key.pem',
    '/shop/..%2f..%2fkeys/registry.key.pem',
    '/shop/1.5.0/node/server.cjs',
    '/shop/1.5.0/maps/a.js.map',
    '/shop/1.5.0/types/a.d.ts',
    '/shop/1.5.0/remote-entry.abc.js.br',
    '/shop/1.6.0.123.partial/remote-entry.js',
    `/shop/1.5.0/remote-entry.abc.js.dcz/${HASH}`,
    '/history/1.json',
    '/checks/shop/1.5.0.json',
    '/.git/config.json',
    '/shop/1.5.0/',
    '/shop',
    '/',
    '/shop/9.9.9/remote-entry.js',
  ])('does not serve %s, and forbids caching the response', async (address) => {
    const { status, headers, bytes } = await request('cdn', address);
    expect([400, 404]).toContain(status);
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
    expect(bytes.toString()).not.toContain('private');
    // Without this header, scripts could not distinguish 404 from a network failure.
    if (status === 404) expect(headers['access-control-allow-origin']).toBe('*');
  });

  it.each([
    ['/shop/1.5.0/remote-entry.abc.js', 'public, max-age=31536000, immutable'],
    ['/shop/1.5.0/assets/font.woff2', 'public, max-age=31536000, immutable'],
    ['/registry.json', 'no-cache'],
  ])('serves %s with the headers of a bucket and of the CDN', async (address, cacheControl) => {
    const { status, headers } = await request('cdn', address, { Origin: SITE });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': cacheControl,
      'content-type': headersOf(address.slice(1))['content-type'],
      'access-control-allow-origin': '*',
      'timing-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headersOf(address.slice(1))['cache-control']).toBe(cacheControl);
  });

  it('sends compressed copies where they exist', async () => {
    const { headers, bytes } = await request('cdn', '/shop/1.5.0/remote-entry.abc.js', {
      'Accept-Encoding': 'gzip, br',
    });
    expect([headers['content-encoding'], headers.vary]).toEqual([
      'br',
      'Accept-Encoding, Available-Dictionary',
    ]);
    expect(brotliDecompressSync(bytes).toString()).toBe(script);
    const uncompressed = await request('cdn', '/shop/1.5.0/only.js', { 'Accept-Encoding': 'gzip, br' });
    expect([uncompressed.headers['content-encoding'], uncompressed.bytes.toString()]).toEqual([
      undefined,
      'without copies',
    ]);
  });

  it.each(['cdn', 'site'] as const)(
    'sends a delta to a browser that has its dictionary (%s)',
    async (host) => {
      const [address, folder] =
        host === 'cdn'
          ? ['/shop/1.5.0/remote-entry.abc.js', 'store']
          : ['/shell/2.0.0/main.abc.js', 'site/current'];
      await hosting().put(`${folder}${address}.dcz/${HASH}`, 'delta');
      const get = (dictionary: string, accepted = 'gzip, deflate, br, zstd, dcb, dcz') =>
        request(host, address, { 'Accept-Encoding': accepted, 'Available-Dictionary': dictionary });
      const { status, headers, bytes } = await get(`:${HASH}=:`);
      expect([status, bytes.toString()]).toEqual([200, 'delta']);
      expect(headers).toMatchObject({
        'content-encoding': 'dcz',
        'content-type': headersOf('a.js')['content-type'],
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding, Available-Dictionary',
        'use-as-dictionary': `match="${address.replace(/[^/]+\/([\w-]+)\.abc/, '*/$1.*')}", id="${address.split('/')[1]}@${address.split('/')[2]}"`,
      });
      if (host === 'cdn') expect(headers['access-control-allow-origin']).toBe('*');
      for (const fallback of [
        get(`:${HASH.replace('a', 'b')}=:`),
        get(`:${HASH}=`),
        get('../../../keys/registry.key.pem'),
        get(`:${HASH}=:`, 'br, dcz;q=0'),
        get(`:${HASH}=:`, 'gzip, br'),
      ]) {
        const { headers: others, bytes: copy } = await fallback;
        expect([others['content-encoding'], brotliDecompressSync(copy).toString()]).toEqual(['br', script]);
      }
    },
  );

  it('sends a page as a delta to the page of a former site build', async () => {
    await hosting().put(`site/current/isa-books/1.html.dcz/${HASH}`, 'delta');
    const get = (address: string, accepted = 'br, dcz', browser = '"Chromium";v="156"') =>
      request('site', address, {
        'Accept-Encoding': accepted,
        'Available-Dictionary': `:${HASH}=:`,
        'Sec-CH-UA': browser,
      });
    const { headers: ofFirefox } = await get('/isa-books/1', 'br, dcz', '');
    expect([
      ofFirefox['content-encoding'],
      ofFirefox['cache-control'],
      ofFirefox['use-as-dictionary'],
    ]).toEqual(['br', 'no-cache', undefined]);
    const { headers, bytes } = await get('/isa-books/1?from=mail');
    expect(bytes.toString()).toBe('delta');
    expect(headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': PAGE_AS_DICTIONARY,
      vary: 'Accept-Encoding, Available-Dictionary',
      'use-as-dictionary': 'match="/isa-books/1"',
    });
    for (const [address, accepted, used] of [
      ['/isa-books/1', 'br', 'match="/isa-books/1"'],
      ['/isa-basket', 'br, dcz', 'match="/isa-basket"'],
      ['/', 'br, dcz', 'match="/"'],
      ['/registry.json', 'br, dcz', 'match="/registry.json"'],
      ['/isa-books/77', 'br, dcz', 'match="/isa-books/77"'],
      ['/Old-Books', 'br, dcz', undefined],
      ['/nowhere/at/all', 'br, dcz', undefined],
    ] as const) {
      const { headers: others } = await get(address, accepted);
      expect([address, others['use-as-dictionary']]).toEqual([address, used]);
      expect([address, others['cache-control']]).toEqual([address, used ? PAGE_AS_DICTIONARY : 'no-cache']);
      expect([address, others['content-encoding'] === 'dcz']).toEqual([address, false]);
    }
  });

  it('offers no script without a hash in its name as a dictionary', async () => {
    const { headers } = await request('cdn', '/shop/1.5.0/only.js');
    expect([headers['use-as-dictionary'], headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  });

  it('follows no symbolic link out of the store', async () => {
    await hosting().put('elsewhere/a.json', 'private');
    await symlink(
      path.join(hosting().folder, 'elsewhere'),
      path.join(hosting().folder, 'store/shop/1.5.0/assets/link'),
    );
    expect((await request('cdn', '/shop/1.5.0/assets/link/a.json')).status).toBe(404);
  });
});
