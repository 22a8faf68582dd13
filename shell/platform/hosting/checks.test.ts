import { statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';
import { serve } from '../../../api/testing/test-server';
import { promoteTogether } from '../release/registry/changes';
import type { Site } from '../store/site';
import type { FailedPage, SiteBuild } from '../formats/site-build';
import { siteFolderAt } from '../store/site-folder';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import {
  certificateEnds,
  checkApi,
  checkCertificate,
  checkDisk,
  checkReleases,
  checkSingleSignOn,
  checkSite,
} from './checks';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('checkReleases', () => {
  let store: TestStore;
  let site: Site;
  beforeEach(async () => {
    store = await testStore();
    site = siteFolderAt(path.join(store.folder, 'site'));
    await store.release({ app: 'shell', version: '1.0.0' });
    await promoteTogether({ shell: '1.0.0' }, { ...store, who: 'a test' });
  });

  const prerender = async (revision: number, failedPages: readonly FailedPage[] = []) => {
    const siteBuild: SiteBuild = {
      revision,
      entry: '',
      day: '2026-06-01',
      failedPages,
      siteOrigin: '',
      cdnOrigin: '',
      answers: {},
      pages: 0,
      renderer: '',
      previewKeys: '',
      files: {},
    };
    await site.write('a', new Map([['site-build.json', { text: JSON.stringify(siteBuild) }]]), undefined);
    await site.swap('a', await site.current());
  };
  /** @returns one line for each check. */
  const find = async (now?: string) => {
    if (now) jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    const all = await checkReleases(site, store.storage, store.keys);
    return Object.fromEntries(all.map(({ name, state, message }) => [name, `${state}: ${message}`]));
  };

  it('finds nothing wrong with a built site and young keys', async () => {
    await prerender(1);
    const found = await find('2026-06-01');
    expect(Object.values(found).filter((line) => !line.startsWith('ok: '))).toEqual([]);
    expect(Object.keys(found)).toEqual(['trusted keys', 'store', 'built site']);
  });

  it('reports a site that was built from another registry or has never been built', async () => {
    expect((await find())['built site']).toMatch(/^failure: nothing is built in .*site$/);
    await prerender(7);
    expect((await find())['built site']).toBe('failure: it shows revision 7, and the registry has 1');
  });

  it('names a page that keeps its last version', async () => {
    await prerender(1, [{ page: '/books/1', app: 'shop', version: '2.0.0', reason: 'it throws' }]);
    expect((await find())['built site']).toBe(
      'failure: /books/1 of shop@2.0.0 cannot be rendered: it throws; visitors get its last version',
    );
  });

  it('names keys that are older than a year', async () => {
    expect((await find('2027-06-01'))['trusted keys']).toMatch(
      /^warning: older than a year: registry \([\da-f]{16}\), /,
    );
  });

  it('reports a registry that is signed with another key', async () => {
    await writeFile(path.join(store.folder, 'store/registry.json'), '{}');
    expect((await find())['store']).toContain('is refused: it is not a registry signed by a trusted key');
  });
});

it('checkDisk names a folder that is full or missing', async () => {
  expect(await checkDisk('disk', tmpdir(), 'DATA_FOLDER', 0)).toMatchObject({ state: 'ok' });
  const { bavail, bsize } = await statfs(tmpdir());
  const more = bavail * bsize * 10;
  expect(await checkDisk('disk', tmpdir(), 'DATA_FOLDER', more)).toMatchObject({ state: 'warning' });
  expect(await checkDisk('disk', tmpdir(), 'DATA_FOLDER', Infinity)).toMatchObject({ state: 'failure' });
  const missing = path.join(tmpdir(), 'isa-no-such-folder');
  expect(await checkDisk('disk', missing, 'DATA_FOLDER')).toMatchObject({ state: 'failure' });
});

it('checkApi says why an API is not ready, such as for a database with a full disk', async () => {
  let status = 200;
  const body = JSON.stringify({ id: 'busy', message: 'The database has no room.' });
  const api = createHttpServer((_request, response) => response.writeHead(status).end(body));
  const { origin } = await serve(api);
  expect(await checkApi(origin)).toMatchObject({ state: 'ok', message: `${origin} is ready` });
  status = 503;
  expect(await checkApi(origin)).toMatchObject({
    state: 'failure',
    message: `${origin} is not ready: it answers 503. The database has no room`,
  });
  expect(await checkApi('http://127.0.0.1:1')).toMatchObject({
    message: 'http://127.0.0.1:1 does not respond',
  });
});

it('checkSite accepts only a registry that the operators of this store have signed', async () => {
  const [own, other] = [await testStore(), await testStore()];
  for (const store of [own, other]) {
    await store.release({ app: 'shell', version: '1.0.0' });
    await promoteTogether({ shell: '1.0.0' }, { ...store, who: 'a test' });
  }
  const signed = String((await own.storage.read('registry.json'))?.bytes);
  const unsigned = JSON.stringify({ ...(JSON.parse(signed) as object), signature: 'AAAA' });
  let answer = { status: 200, body: signed };
  const site = createHttpServer((_request, response) => response.writeHead(answer.status).end(answer.body));
  const { origin } = await serve(site);
  const find = async (keys = own.keys) => checkSite(origin, keys);
  expect(await find()).toMatchObject({ state: 'ok', message: `${origin} responds with revision 1` });
  const refused = {
    state: 'failure',
    message: `${origin}/registry.json is no registry that a trusted key has signed`,
  };
  expect(await find(other.keys)).toMatchObject(refused);
  for (const body of [unsigned, signed.replace('"revision":1', '"revision":2'), '{}', '<html>']) {
    answer = { status: 200, body };
    expect(await find()).toMatchObject(refused);
  }
  answer = { status: 404, body: signed };
  expect(await find()).toMatchObject({ state: 'failure', message: `${origin}/registry.json answers 404` });
  expect(await checkSite('http://127.0.0.1:1', own.keys)).toMatchObject({
    message: 'http://127.0.0.1:1 does not respond',
  });
});

it('checkSingleSignOn names settings that are missing, and a provider without keys', async () => {
  expect(await checkSingleSignOn()).toEqual([]);
  Object.assign(process.env, { OPS_SSO_ISSUER: 'https://id.academy.example', OPS_SSO_CLIENT: 'isa-ops' });
  const find = async () => (await checkSingleSignOn()).map(({ state, message }) => `${state}: ${message}`);
  expect(await find()).toEqual([expect.stringMatching(/^failure: Single sign-on needs all of/)]);
  const provider = createHttpServer(({ url }, response) => {
    if (url === '/moved') response.writeHead(302, { location: '/keys' }).end();
    else
      response
        .writeHead(url === '/other' ? 404 : 200)
        .end(url === '/keys' ? '{"keys":[{"kty":"EC"}]}' : '<html>');
  });
  const { origin } = await serve(provider);
  Object.assign(process.env, { OPS_SSO_OPERATORS: 'ada@academy.example', OPS_SSO_KEYS: `${origin}/other` });
  expect(await find()).toEqual([`failure: ${origin}/other answers 404`]);
  process.env.OPS_SSO_KEYS = `${origin}/moved`;
  expect(await find()).toEqual([`failure: ${origin}/moved answers 302`]);
  process.env.OPS_SSO_KEYS = `${origin}/page`;
  expect(await find()).toEqual([`failure: ${origin}/page has no keys`]);
  process.env.OPS_SSO_KEYS = `${origin}/keys`;
  expect(await find()).toEqual([`ok: ${origin}/keys has keys`]);
});

describe('checkCertificate', () => {
  it.each([
    ['ok', 'it is valid for 39 days', 0],
    ['warning', 'it ends in 9 days', 30],
  ])('rates a certificate as %s: %s', async (state, message, daysLater) => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      notAfterDate: new Date(Date.now() + 40 * DAY_MS - 60_000),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    const origin = `https://localhost:${(await serve(createServer({ cert, key }))).port}`;
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + daysLater * DAY_MS);
    expect(await checkCertificate(origin, cert)).toMatchObject({ state, message });
    expect(await checkCertificate(origin)).toMatchObject({ state: 'failure' });
  });
});

it('certificateEnds reads the end of an expired certificate, and marks one that browsers refuse', async () => {
  const serverWith = async (name: string, end: Date) => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
      notBeforeDate: new Date(Date.now() - 40 * DAY_MS),
      notAfterDate: end,
    });
    return `https://localhost:${(await serve(createServer({ cert, key }))).port}`;
  };
  const past = new Date(Math.floor(Date.now() / 1_000) * 1_000 - DAY_MS);
  const [expired, unknown] = await Promise.all([
    serverWith('localhost', past),
    serverWith('localhost', new Date(Date.now() + 40 * DAY_MS)),
  ]);
  const away = 'https://localhost:1';
  const ends = await certificateEnds([expired, unknown, away, 'http://localhost:1']);
  expect([...ends]).toEqual([
    [expired, past],
    [unknown, new Date(0)],
  ]);
});
