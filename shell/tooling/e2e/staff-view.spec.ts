import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { calls } from '@isa/api-contract';
import type { RegisteredRelease } from '../../platform/formats/registry';
import { changeShop, endRoutes, prerenderWith } from './support/release-routes';
import { violations } from './support/axe';
import { expectShop, followBooks, liveShop, releaseScripts, test } from './support/next-shop-release';
import { dataFolder, ports } from './support/site';

const site = `http://localhost:${ports.site}`;
const office = `http://office.localhost:${ports.site}`;
const bar = (page: Page) => page.getByRole('complementary', { name: 'Staff view' });

/** Opens the site from the office, as the demo member of staff. */
async function beginStaffView(page: Page): Promise<void> {
  await page.goto(readFileSync(path.join(dataFolder, 'office-link'), 'utf8').trim());
  await page.getByRole('link', { name: 'See the site with releases for staff' }).click();
  await page.getByRole('button', { name: 'Open the site' }).click();
  await page.waitForURL(`${site}/`);
  await expect(bar(page)).toBeVisible();
}

/** What a page has requested of a release, of the staff view and of its call. */
function requestsOf(page: Page, version: string): readonly string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const address = request.url();
    if (releaseScripts(version).test(address) || /staff-view/.test(address)) found.push(address);
  });
  return found;
}

test.afterEach(endRoutes);

/** Makes the next release of the shop a canary for staff only. */
const releaseToStaff = (context: BrowserContext, next: RegisteredRelease) =>
  prerenderWith(
    context,
    changeShop((remote) => ({ ...remote, canary: { percent: 0, release: next } })),
  );

for (const width of [375, 1440]) {
  test(`staff see a release before visitors do, choose another one, and end it, at ${width} px`, async ({
    page,
    context,
    next,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const reports: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === calls.telemetry.path) reports.push(request.url());
    });
    await beginStaffView(page);
    await releaseToStaff(context, next);
    await page.goto('/isa-basket');
    await expectShop(page, next.version);
    await expect(bar(page)).toContainText(`You see shop ${next.version} (canary, staff only).`);
    await page.goto('/isa-books/all-books');
    await expectShop(page, next.version);

    await bar(page).getByText('Choose releases').press('Enter');
    const select = bar(page).getByRole('combobox', { name: 'shop' });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const live = await liveShop(page);
    await select.selectOption({ label: `shop ${live} (live)` });
    await bar(page).getByRole('button', { name: 'Show these' }).click();
    await expect(bar(page).getByRole('button', { name: 'Undo my choice' })).toBeVisible();
    await expectShop(page, live);
    await bar(page).getByRole('button', { name: 'Undo my choice' }).click();
    await expectShop(page, next.version);

    const other = await context.newPage();
    await other.setViewportSize({ width: 1440, height: 800 });
    await other.goto('/isa-basket');
    await expectShop(other, next.version);
    // Only visitors continue or end the rollout of a canary.
    expect(reports).toEqual([]);
    await bar(page).getByRole('button', { name: 'End staff view' }).click();
    await expectShop(page, live);
    await expect(bar(page)).toHaveCount(0);
    // The other tab leaves it with its next page.
    await expect(bar(other)).toContainText('has ended');
    await followBooks(other);
    await expectShop(other, live);
    await expect(bar(other)).toHaveCount(0);
    expect((await context.cookies(site)).filter(({ name }) => name.includes('staff'))).toEqual([]);
  });
}

test('a visitor gets neither the release nor any byte of the bar, also with forged marks', async ({
  page,
  context,
  next,
}) => {
  await releaseToStaff(context, next);
  const live = await liveShop(page);
  const requests = requestsOf(page, next.version);
  await page.goto('/isa-basket');
  await expectShop(page, live);
  expect(requests).toEqual([]);

  // No cache can mix up the pages of staff and visitors, because they are the same.
  const documentFor = async (cookie: string) => {
    const response = await page.request.get('/isa-basket', { headers: { cookie } });
    return { text: await response.text(), vary: response.headers()['vary'] };
  };
  const marked = await documentFor(`isa-staff=1; isa-staff-view=${'x'.repeat(43)}`);
  expect(marked).toEqual(await documentFor(''));
  expect(marked.vary).not.toContain('Cookie');

  // What a link or a script of a remote can do.
  await page.evaluate(
    ([version]) => {
      document.cookie = 'isa-staff=1; path=/';
      document.cookie = `isa-staff-view=${'x'.repeat(43)}; path=/`;
      localStorage.setItem('isa-shell:visitor', '-1');
      sessionStorage.setItem('isa-shell:staff-choice', `shop@${version}`);
    },
    [next.version],
  );
  await page.goto('/isa-basket?isa-staff=1&staff-view=on');
  await expectShop(page, live);
  await expect(bar(page)).toHaveCount(0);
  // The shell has asked the API, which has taken the forged marks away.
  expect(requests.filter((address) => releaseScripts(next.version).test(address))).toEqual([]);
  expect((await context.cookies(site)).filter(({ name }) => name.includes('staff'))).toEqual([]);
});

test('neither a form, a frame nor a request of another page begins the staff view', async ({
  page,
  context,
}) => {
  await page.goto(readFileSync(path.join(dataFolder, 'office-link'), 'utf8').trim());
  await page.goto(`${office}/staff-view`);
  const ticket = await page.locator('input[name="ticket"]').inputValue();
  const other = await context.newPage();
  // A remote's script runs on the site; another site of this machine stands for a hostile one.
  for (const origin of [site, `http://preview.localhost:${ports.site}`]) {
    await other.goto(`${origin}/about`);
    await other.evaluate(
      async ([address, stolen]) => {
        const body = new URLSearchParams({ ticket: stolen });
        await fetch(address, { method: 'POST', body, credentials: 'include', mode: 'no-cors' }).catch(
          () => undefined,
        );
        const frame = document.createElement('iframe');
        frame.name = 'target';
        document.body.append(frame);
        const form = document.createElement('form');
        Object.assign(form, { action: address, method: 'post', target: 'target' });
        const field = document.createElement('input');
        Object.assign(field, { type: 'hidden', name: 'ticket', value: stolen });
        form.append(field);
        document.body.append(form);
        form.submit();
        await new Promise((resolve) => setTimeout(resolve, 500));
      },
      [`${site}/api/staff-view`, ticket] as const,
    );
    expect((await context.cookies(site)).filter(({ name }) => name === 'isa-staff-view')).toEqual([]);
  }
  // The attack itself would work: the office's own form, with the same ticket, begins it.
  await page.getByRole('button', { name: 'Open the site' }).click();
  await expect(bar(page)).toBeVisible();
});
