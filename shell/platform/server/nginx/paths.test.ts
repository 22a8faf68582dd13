import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { describeWithNginx, type Hosting, useHosting } from './testing/hosting';

const hosting = useHosting();
const request: Hosting['request'] = (...args) => hosting().request(...args);

describeWithNginx('an unusual spelling of an address behind nginx', () => {
  beforeAll(async () => {
    const secret = path.join(hosting().folder, 'keys/registry.key.pem');
    for (const release of ['shell/1.0.0', 'shop/1.5.0']) {
      await symlink(secret, path.join(hosting().folder, 'store', release, 'leak.js'));
    }
  });

  it.each([
    '//x/ops',
    '//x/ops/releases',
    '//x/api/books',
    '/opsx',
    '/OPS/releases',
    '/routes%2ejson',
    '/%72outes.json',
    '//routes.json',
    '/site-build%2Ejson',
    '/shell/../routes.json',
    '/shell/1.0.0/leak.js',
    '/shell/1.0.0/lea%6b.js',
    '/shell/%2e%2e/%2e%2e/keys/registry.key.pem',
    '/shell/1.0.0/%2e%2e/%2e%2e/keys/registry.key.pem',
    '/shop/1.5.0/leak.js',
    '/shop/1.5.0/lea%6b.js',
    '/shop/1.5.0/%6eode/server.cjs',
    '/shop/1.5.0//node/server.cjs',
    '/%68istory/1.json',
    '//history/1.json',
  ])('does not reach operators’ pages, API or private files: %s', async (address) => {
    for (const host of ['site', 'cdn'] as const) {
      const { status, bytes } = await request(host, address);
      // nginx closes the connection of a path above the root with 400.
      expect([host, [400, 403, 404].includes(status)]).toEqual([host, true]);
      expect(bytes.toString()).not.toMatch(/private|"path"/);
    }
  });

  it.each(['//ops/releases', '/%6fps/releases', '/x/../ops', '/x/%2e%2e/ops/releases'])(
    'reaches the process with the operators’ pages, which rejects it: %s',
    async (address) => {
      const { bytes } = await request('site', address, { host: 'ops.academy.example' });
      expect(JSON.parse(bytes.toString())).toMatchObject({ path: address });
    },
  );

  it('leaves the plain addresses as they are', async () => {
    for (const [host, address] of [
      ['ops.academy.example', '/ops'],
      ['ops.academy.example', '/ops/releases?minutes=5'],
      ['academy.example', '/api/books'],
    ] as const) {
      const { bytes } = await request('site', address, { host });
      expect(JSON.parse(bytes.toString())).toMatchObject({ path: address });
    }
    expect((await request('site', '/shell/1.0.0/main.old.js')).status).toBe(200);
  });
});
