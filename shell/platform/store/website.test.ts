import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { requireJson } from '../formats/parse-json';
import type { RouteTable } from '../formats/route-table';
import { manifestObject, siteManifestSchema } from '../formats/site-manifest';
import { siteBucketAt } from './site-bucket';
import { folderStorage } from './storage/folder';
import type { Storage } from './storage/storage';
import { websiteConfiguration, writeWebsite } from './website';

let folder: string;
let site: Storage;
let website: Storage;
beforeEach(async () => {
  folder = testFolder();
  site = folderStorage(path.join(folder, 'site'));
  website = folderStorage(path.join(folder, 'website'));
});

async function prerender(id: string, pages: Readonly<Record<string, string>>): Promise<void> {
  const table: RouteTable = {
    routes: Object.keys(pages).map((page) => ({ pattern: `/${page}`, file: `${page}.html`, status: 200 })),
    missing: { file: '404.html', status: 404 },
  };
  const texts = {
    'routes.json': JSON.stringify(table),
    'shell/1.0.0/main.js': 'a script',
    '404.html': 'missing',
  };
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, { text }]));
  for (const [page, text] of Object.entries(pages)) files.set(`${page}.html`, { text });
  const target = siteBucketAt(site, folder);
  await target.write(id, files, undefined);
  await target.swap(id, await target.current());
}

const served = async () =>
  Object.fromEntries(
    await Promise.all(
      (await website.list('')).map(
        async (name) => [name, String((await website.read(name))?.bytes)] as const,
      ),
    ),
  );

it('a website gets what has changed, and loses pages that are gone', async () => {
  await prerender('00000001-a', { shop: 'the shop', old: 'an old page' });
  expect((await writeWebsite(site, website)).written).toBe(4);
  expect((await writeWebsite(site, website)).written).toBe(0);
  await prerender('00000002-b', { shop: 'another shop' });
  expect((await writeWebsite(site, website)).written).toBe(1);
  expect(await served()).toMatchObject({
    '404.html': 'missing',
    'shell/1.0.0/main.js': 'a script',
    'shop/index.html': 'another shop',
  });
  expect(Object.keys(await served())).not.toContain('old/index.html');
});

it('a website gets the rest of an interrupted copy with the next one', async () => {
  await prerender('00000001-a', { shop: 'the shop' });
  const full: Storage = {
    ...website,
    replace: async (name, ...rest) => {
      if (name.endsWith('.html')) throw new Error('interrupted');
      return website.replace(name, ...rest);
    },
  };
  await expect(writeWebsite(site, full)).rejects.toThrow('interrupted');
  expect(Object.keys(await served())).toEqual(['shell/1.0.0/main.js']);
  await writeWebsite(site, website);
  expect(await served()).toMatchObject({ 'shop/index.html': 'the shop' });
});

it('a website gets no object outside of it, whatever names a manifest contains', async () => {
  await prerender('00000001-a', { shop: 'the shop' });
  const name = manifestObject('00000001-a');
  const stored = await site.read(name);
  const manifest = requireJson(stored?.bytes ?? '', siteManifestSchema, name);
  const files = { 'shop//evil.svg': manifest.files['shop.html'] };
  await site.replace(name, Buffer.from(JSON.stringify({ ...manifest, files })), stored?.tag);
  await expect(writeWebsite(site, website)).rejects.toThrow('is not a valid name');
});

it('a website is not overwritten by a slow copy of a former site build', async () => {
  await prerender('00000001-a', { shop: 'the shop' });
  let isOvertaken = false;
  const slow: Storage = {
    ...website,
    replace: async (name, ...rest) => {
      if (name === 'shop/index.html' && !isOvertaken) {
        isOvertaken = true;
        await prerender('00000002-b', { shop: 'another shop' });
        await writeWebsite(site, website);
      }
      return website.replace(name, ...rest);
    },
  };
  await expect(writeWebsite(site, slow)).rejects.toThrow('Another site build is current');
  expect(await served()).toMatchObject({ 'shop/index.html': 'another shop' });
});

it('a website redirects addresses that begin with the fixed part of a pattern, up to the limit of the storage', () => {
  const moved = { file: 'a.html', status: 200, redirect: '/learn' } as const;
  const configuration = websiteConfiguration(
    { routes: [{ pattern: '/shop/:book', ...moved }] },
    'https://academy.example',
  );
  expect(configuration.RoutingRules).toEqual([
    {
      Condition: { KeyPrefixEquals: 'shop/', HttpErrorCodeReturnedEquals: '404' },
      Redirect: {
        Protocol: 'https',
        HostName: 'academy.example',
        ReplaceKeyWith: 'learn',
        HttpRedirectCode: '302',
      },
    },
  ]);
  const many = Array.from({ length: 51 }, (_, at) => ({ pattern: `/old-${at}`, ...moved }));
  expect(() => websiteConfiguration({ routes: many }, 'https://academy.example')).toThrow('51 redirects');
});
