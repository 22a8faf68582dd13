import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { publishSources } from '../commands/build-site';
import {
  type PrerenderOptions,
  type PrerenderResult,
  prerenderSite,
} from '../../platform/prerender/prerender-site';
import { rendererVersion } from '../../platform/prerender/cache-invalidation';
import { RELEASE_FILE, SHARED_FOLDER } from '../../platform/formats/release';
import { promoteTogether } from '../../platform/release/registry/changes';
import { requirePublished, signRelease } from '../../platform/store/releases';
import { folderStorage } from '../../platform/store/storage/folder';
import { openStore } from '../testing/release/test-store';
import { root } from '../../packages/node/folders';
import { storeFolder } from '../../platform/store/locations';
import { main, printLine as log } from '../../packages/node/processes';
import { PRODUCT_PATH, type ProductsApi, productsBuild, startProductsApi } from './site-build/products';
import { printTable } from './shared/table';
import { siteFolderAt } from '../../platform/store/site-folder';

const sizes = (process.env.PAGES ?? '83,500').split(',').map(Number);

/**
 * Builds these sources' shell with a synthetic shop: everything, without a change, after one product has changed,
 * and after a release. `PAGES=83,1000,5000` sets the numbers of products.
 */
main(async () => {
  const { built, present } = await publishSources(['shell'], log);
  const shell = { ...built, ...present }['shell'] ?? '';
  // The revision is fixed, because a source that is edited meanwhile would change every page.
  process.env.RENDERER_VERSION = await rendererVersion(root);
  const rows = [];
  for (const pages of sizes) rows.push(...(await measure(pages, shell)));
  printTable('site build (processor time without that of the render processes, which are confined)', [
    ['', 'rendered', 'ms', 'ms a page', 'processor, ms', 'a page'],
    ...rows,
  ]);
});

async function measure(pages: number, shell: string): Promise<readonly (readonly string[])[]> {
  const store = await openStore();
  const api = await startProductsApi(pages);
  const options: PrerenderOptions = {
    storage: store.storage,
    keys: store.keys,
    site: siteFolderAt(path.join(store.folder, 'site')),
    siteFolder: path.join(store.folder, 'site'),
    cdnOrigin: 'https://cdn.test',
    siteOrigin: 'https://academy.test',
    apiOrigin: api.origin,
  };
  const promote = (live: Readonly<Record<string, string>>) =>
    promoteTogether(live, { ...store, who: 'a bench' });
  const releaseShop = (version: string) =>
    store.release({
      app: 'shop',
      version,
      paths: [PRODUCT_PATH],
      addresses: Array.from({ length: pages }, (_, index) => PRODUCT_PATH.replace(':id', String(index + 1))),
      files: { 'node/server.cjs': productsBuild(`Release ${version}`) },
    });
  try {
    await copyShell(shell, store);
    await releaseShop('1.0.0');
    await promote({ shell, shop: '1.0.0' });
    const rows = [row(`${pages} products: all`, await timed(options))];
    rows.push(row('nothing changed', await timed(options)));
    rows.push(row('one product changed', await changeOne(api, options)));
    rows.push(row('the next, with its deltas', await changeOne(api, options)));
    await releaseShop('1.1.0');
    await promote({ shop: '1.1.0' });
    rows.push(row('release of the shop', await timed(options)));
    return rows;
  } finally {
    await api.stop();
    await store.remove();
  }
}

async function changeOne(api: ProductsApi, options: PrerenderOptions): Promise<Timed> {
  await api.change(7);
  return timed(options);
}

interface Timed extends Pick<PrerenderResult, 'pages' | 'rendered' | 'milliseconds'> {
  /** The processor time in milliseconds. */
  readonly processor: number;
}

async function timed(options: PrerenderOptions): Promise<Timed> {
  const before = process.cpuUsage();
  const result = await prerenderSite(options);
  const { user, system } = process.cpuUsage(before);
  return { ...result, processor: (user + system) / 1000 };
}

function row(name: string, { pages, rendered, milliseconds, processor }: Timed): readonly string[] {
  const each = (value: number) => (value / pages).toFixed(2);
  return [
    name,
    String(rendered),
    String(milliseconds),
    each(milliseconds),
    processor.toFixed(0),
    each(processor),
  ];
}

async function copyShell(version: string, { storage, keys }: Awaited<ReturnType<typeof openStore>>) {
  const release = await requirePublished('shell', version, { storage: folderStorage(storeFolder) });
  for (const folder of [version, SHARED_FOLDER])
    await cp(path.join(storeFolder, 'shell', folder), path.join(storage.address, 'shell', folder), {
      recursive: true,
    });
  const folder = path.join(storage.address, 'shell', version);
  await rm(path.join(folder, RELEASE_FILE));
  await writeFile(path.join(folder, RELEASE_FILE), JSON.stringify(await signRelease(release, keys)));
}
