import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { serve } from '../../../../api/testing/test-server';
import path from 'node:path';
import { prerenderSite } from '../../prerender/prerender-site';
import { serveCurrentSiteBuild } from '../../server/folder-files';
import { createSiteServer } from '../../server/site-server';
import { minimalRemote, MINIMAL_SHELL } from '../../../tooling/testing/release/minimal-builds';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { promoteTogether } from './changes';
import { retireRemote } from './retire';
import { siteFolderAt } from '../../store/site-folder';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  const build = (code: string) => ({ 'node/server.cjs': code });
  const menu = (label: string, to: string) => [{ menu: 'main' as const, label, path: to, order: 1 }];
  await store.release({ app: 'shell', version: '1.0.0', files: build(MINIMAL_SHELL) });
  for (const version of ['1.0.0', '1.1.0']) {
    await store.release({
      app: 'shop',
      version,
      paths: ['/shop', '/shop/:book'],
      menu: menu('Shop', '/shop'),
      files: build(minimalRemote('the shop')),
    });
  }
  await store.release({
    app: 'learning',
    version: '1.0.0',
    paths: ['/learn'],
    menu: menu('Learn', '/learn'),
    files: build(minimalRemote('lessons', 'learning')),
  });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0', learning: '1.0.0' }, { ...store, who: 'ada' });
});

const menuLink = '<header><a href="/shop">Shop</a></header>';
const learnPage = (main: string) => new Map([['/learn', `${menuLink}<main>${main}</main>`]]);

const retire = (options: Partial<Parameters<typeof retireRemote>[0]> = {}) =>
  retireRemote({
    app: 'shop',
    ...store,
    who: 'ada',
    why: 'sold out',
    readPages: async () => learnPage(''),
    ...options,
  });

const registry = async () => (await readVerifiedRegistry(store.storage, store.keys)).registry;

test('a retired remote leaves the registry, and the history states author and reason', async () => {
  await retire({ to: '/learn' });
  const { remotes, retired, contents } = await registry();
  expect(remotes.map(({ name }) => name)).toEqual(['learning']);
  expect(retired).toEqual([{ name: 'shop', routes: ['/shop', '/shop/:book'], to: '/learn' }]);
  expect(Object.keys(contents ?? {})).toEqual(['learning@1.0.0', 'shell@1.0.0']);
  const [entry] = await readHistory(store.storage, store.keys);
  expect(entry).toMatchObject({
    who: 'ada',
    why: 'sold out',
    changes: [{ what: 'retire', app: 'shop', version: '1.0.0', to: '/learn' }],
  });
});

test('a retired remote returns when one of its releases is promoted', async () => {
  await retire();
  await promoteTogether({ shop: '1.1.0' }, { ...store, who: 'ada' });
  const { remotes, retired } = await registry();
  expect([remotes.map(({ name }) => name), retired]).toEqual([['learning', 'shop'], undefined]);
});

describe('retiring a remote', () => {
  it('is rejected while pages of others link to its pages, unless it is forced', async () => {
    const readPages = async () => learnPage('<a class="x" href="/shop/7?a=b">Book</a>');
    await expect(retire({ readPages })).rejects.toThrow('/learn of learning links to /shop/7?a=b');
    expect((await registry()).remotes).toHaveLength(2);
    await retire({ readPages, force: true });
    expect((await registry()).remotes).toHaveLength(1);
  });

  it('is rejected while the menu of another remote or the layout links to its pages', async () => {
    await store.release({
      app: 'learning',
      version: '1.1.0',
      paths: ['/learn'],
      menu: [{ menu: 'main', label: 'Buy', path: '/shop', order: 2 }],
    });
    await promoteTogether({ learning: '1.1.0' }, { ...store, who: 'ada' });
    await expect(retire()).rejects.toThrow('the menu entry Buy of learning links to /shop');
    const footer = new Map([['/learn', '<main></main><footer><a href="/shop/1">1</a></footer>']]);
    await expect(retire({ readPages: async () => footer })).rejects.toThrow(
      'header or footer links to /shop/1',
    );
  });

  it.each([
    [{ app: 'shell' }, 'The shell cannot be retired'],
    [{ app: 'marketing' }, 'marketing is not live'],
    [{ to: '/nowhere' }, 'No app serves /nowhere'],
    [{ to: '/shop/1' }, 'No app serves /shop/1'],
    [{ to: '//learn' }, 'No app serves //learn'],
    [{ to: String.raw`/\learn` }, 'No app serves /\\learn'],
    [{ to: 'https://elsewhere.test/' }, 'No app serves https://elsewhere.test/'],
    [{ why: '' }, 'needs a reason'],
  ])('is rejected for %j', async (options, message) => {
    await expect(retire(options)).rejects.toThrow(message);
    expect((await registry()).revision).toBe(1);
  });
});

describe('the addresses of a retired remote', () => {
  let origin: string;
  beforeEach(async () => {
    ({ origin } = await serve(createServer((_request, response) => response.end('{}'))));
  });

  async function responses(): Promise<unknown> {
    const siteFolder = path.join(store.folder, 'site');
    const origins = { cdnOrigin: origin, siteOrigin: origin, apiOrigin: origin };
    await prerenderSite({
      ...origins,
      site: siteFolderAt(siteFolder),
      siteFolder,
      storage: store.storage,
      keys: store.keys,
    });
    const sitemap = await readFile(path.join(siteFolder, 'current/sitemap.xml'), 'utf8');
    expect(sitemap).not.toContain('/shop');
    const site = createSiteServer({
      content: serveCurrentSiteBuild(siteFolder),
      apiOrigin: origin,
      scriptOrigins: [],
      overrides: false,
      httpsOnly: false,
    });
    const served = await serve(site);
    const get = async (address: string) => {
      const response = await fetch(served.origin + address, { redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    return Promise.all(['/Shop', '/shop', '/shop/7', '/learn', '/nowhere'].map(get));
  }

  it('are gone', async () => {
    await retire();
    expect(await responses()).toEqual([
      [301, '/shop'],
      [410, null],
      [410, null],
      [200, null],
      [404, null],
    ]);
  });

  it('lead where it was told', async () => {
    await retire({ to: '/learn' });
    expect(await responses()).toEqual([
      [302, '/learn'],
      [302, '/learn'],
      [302, '/learn'],
      [200, null],
      [404, null],
    ]);
  });
});
