import { expect, type Page, type Response, test } from '@playwright/test';
import { storedAt } from '../../platform/formats/release';
import { publish } from '../../platform/release/publish/publish';
import { folderStorage } from '../../platform/store/storage/folder';
import { packNextReleases } from '../testing/site/pack-next-releases';
import { packedFolder, storeFolder } from '../../platform/store/locations';
import { waitUntilHydrated } from './support/hydration';
import { ports } from './support/site';

const storage = folderStorage(storeFolder);

/**
 * Fetches a script with its hash; a page runs only scripts of releases that it has loaded itself.
 * @returns the response, and whether its bytes have that hash.
 */
async function load(page: Page, url: string, integrity: string): Promise<[Response, boolean]> {
  const response = page.waitForResponse(url);
  const isIntact = await page.evaluate(
    ([address = '', hash = '']) =>
      fetch(address, { integrity: hash })
        .then((answer) => answer.text())
        .then(
          () => true,
          () => false,
        ),
    [url, integrity],
  );
  return [await response, isIntact];
}

test('a browser has each page and the registry as dictionary for the next', async ({ page }) => {
  const dictionaries: string[] = [];
  for (const visit of ['first', 'second']) {
    const registry = page.waitForRequest('/registry.json');
    const document = await page.goto('/isa-books/1');
    for (const request of [document?.request(), await registry]) {
      const { 'available-dictionary': dictionary } = (await request?.allHeaders()) ?? {};
      if (dictionary) dictionaries.push(`${visit} ${new URL(request?.url() ?? '').pathname}`);
    }
  }
  expect(dictionaries).toEqual(['second /isa-books/1', 'second /registry.json']);
});

test('a visitor gets the next release as a delta to the release that the browser has', async ({ page }) => {
  const { shop: version = '' } = await packNextReleases(['shop']);
  const release = { app: 'shop', version, from: folderStorage(packedFolder), storage };
  try {
    const published = (await publish(release)).release;
    const { files, entry } = published;
    const { integrity = '', brotliBytes = 0 } = files[entry] ?? {};
    const url = `http://localhost:${ports.cdn}/${storedAt(published, entry)}`;
    await page.goto('/isa-books/1');
    await waitUntilHydrated(page);

    const [response, isIntact] = await load(page, url, integrity);
    expect(isIntact).toBe(true);
    expect(await response.headerValue('content-encoding')).toBe('dcz');
    const { responseBodySize } = await response.request().sizes();
    expect(responseBodySize).toBeLessThan(brotliBytes / 4);
  } finally {
    for (const name of await storage.list(`shop/${version}/`)) await storage.remove(name);
  }
});
