import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { previewLink } from '../../platform/release/preview';
import { folderStorage } from '../../platform/store/storage/folder';
import { packedFolder } from '../../platform/store/locations';
import { signUp } from './support/customer';
import { expectShop, test as withRelease } from './support/next-shop-release';
import { dataFolder, ports } from './support/site';

const site = `http://localhost:${ports.site}`;
const ops = `http://ops.localhost:${ports.site}`;
const preview = `http://preview.localhost:${ports.site}`;
const RETIRE = '/ops/releases/confirm?action=retire&app=shop&to=/contact&force=yes';

async function logInAsOperator(page: Page): Promise<void> {
  await page.goto(`${ops}/ops`);
  const form = page.getByRole('form', { name: 'Log in' });
  await form.getByLabel('Your name').fill('Robin Fielder');
  await form.getByLabel('token').fill(readFileSync(path.join(dataFolder, 'ops-token'), 'utf8').trim());
  await form.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live releases');
}

/** @returns what a script in the page gets of an operators' page, by every way that a script has. */
function attack(page: Page, address: string) {
  return page.evaluate(async (url) => {
    const form = {
      action: 'retire',
      app: 'shop',
      to: '/contact',
      force: 'yes',
      revision: '1',
      why: 'attack',
    };
    const read = async (init: RequestInit) => {
      try {
        const response = await fetch(url, { credentials: 'include', ...init });
        return `${response.type} ${(await response.text()).length}`;
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error);
      }
    };
    const frame = document.createElement('iframe');
    frame.src = url;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 3_000))]);
    const framed = frame.contentDocument?.body.innerText ?? '';
    const body = new URLSearchParams(form);
    return {
      read: await read({}),
      opaque: await read({ mode: 'no-cors' }),
      posted: await read({ method: 'POST', body }),
      postedBlindly: await read({ method: 'POST', body, mode: 'no-cors' }),
      framed,
    };
  }, address);
}

withRelease(
  'a script of a previewed release can neither read nor use the operators’ pages',
  async ({ page, context, next }) => {
    await logInAsOperator(page);
    const registry = async () =>
      (await (await context.request.get(`${site}/registry.json`)).json()) as object;
    const before = await registry();
    const { url } = await previewLink({
      ...{ app: 'shop', version: next.version, hours: 1, page: '/isa-basket' },
      ...{ previewOrigin: preview, storage: folderStorage(packedFolder) },
    });
    for (const address of [url, `${site}/isa-basket`]) {
      await page.goto(address);
      const { framed, ...results } = await attack(page, `${ops}${RETIRE}`);
      expect(framed).toBe('');
      for (const result of Object.values(results)) expect(result).toMatch(/^(?:refused|opaque 0)$/);
      expect((await attack(page, `${site}${RETIRE}`)).read).toMatch(/^(?:refused|basic \d+)$/);
      expect(await page.evaluate((own) => fetch(own).then(({ status }) => status), RETIRE)).toBe(404);
      // A form that a script submits is a navigation, which sends cookies of the same site.
      await page.evaluate((target) => {
        const form = Object.assign(document.createElement('form'), { method: 'post', action: target });
        document.body.append(form);
        form.submit();
      }, `${ops}/ops/releases`);
      await page.waitForTimeout(500);
      expect(await registry()).toEqual(before);
    }
  },
);

withRelease('a preview knows nobody, also in the browser of a customer', async ({ page, context, next }) => {
  await page.goto(site);
  await signUp(page);
  const { url } = await previewLink({
    ...{ app: 'shop', version: next.version, hours: 1, page: '/isa-basket' },
    ...{ previewOrigin: preview, storage: folderStorage(packedFolder) },
  });
  await page.goto(url);
  await expectShop(page, next.version);
  await expect(page.getByText('This is a preview of the site. Nobody can log in here.')).toBeVisible();
  const ask = (method: string, address: string) =>
    page.evaluate(
      async ([httpMethod, path]) =>
        (await fetch(path ?? '', { method: httpMethod ?? '', credentials: 'include' })).status,
      [method, address],
    );
  expect(await ask('GET', '/api/account')).toBe(403);
  expect(await ask('POST', '/api/takeUser')).toBe(403);
  expect(await ask('GET', '/api/books')).toBe(200);
  expect((await context.cookies(preview)).map(({ name }) => name)).not.toContain('token');

  await page.goto(`${preview}/login`);
  const form = page.getByRole('form', { name: 'Log in' });
  await form.getByLabel('Email').fill('robin@example.test');
  await form.locator('[name=password]').fill('quiet-corner-7');
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(form.getByText('This is a preview, so you cannot log in here.')).toBeVisible();
  expect(await context.cookies(preview)).toEqual([]);

  await page.goto(`${site}/my-courses`);
  await expect(page).toHaveURL(/my-courses$/);
});

withRelease(
  'the site’s own origin ignores previews and overrides, which the preview origin follows',
  async ({ page, next }) => {
    const { url } = await previewLink({
      ...{ app: 'shop', version: next.version, hours: 1, page: '/isa-basket' },
      ...{ previewOrigin: site, storage: folderStorage(packedFolder) },
    });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${url}&isa-override=http://localhost:1/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      sessionStorage.setItem('isa-shell:override', 'http://localhost:1/');
    });
    await page.reload();
    await expect(page.locator('html[data-isa-alive]')).toBeAttached();
    expect(requested.filter((address) => /^http:\/\/localhost:1\/|\/preview-keys/.test(address))).toEqual([]);
    expect(requested.filter((address) => address.endsWith(`/${path.posix.basename(next.entry)}`))).toEqual(
      [],
    );
    await expect(page.getByText('not released')).toHaveCount(0);

    await page.goto(`${preview}/isa-basket?isa-override=http://localhost:1/`);
    await expect(page.locator('html[data-isa-alive]')).toBeAttached();
    expect(requested).toContain('http://localhost:1/remote.json');
  },
);

test('a preview link that is not valid shows the public site', async ({ page }) => {
  await page.goto(`${preview}/isa-basket?isa-release=shop@1.0.0&isa-preview=1.x.y.z`);
  await expect(page.getByText('The preview link is not valid, or has expired.')).toBeVisible();
});
