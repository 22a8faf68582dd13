import { type TelemetryEvent, calls } from '@isa/api-contract';
import { expect, type Page, test } from '@playwright/test';
import type { SignedRegistry } from '../formats/registry';
import { type OwnSite, startOwnSite } from './support/own-site';
import { ports } from './support/site';

// One story on a site of its own, whose releases nobody else uses. Its pages have to work without scripts.
test.describe.configure({ mode: 'serial' });
test.use({ javaScriptEnabled: false });

let site: OwnSite;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await startOwnSite(ports.site + 20, ['shop']);
});
test.afterAll(() => site.stop());

async function logIn(page: Page, token: string): Promise<void> {
  await page.goto(`${site.origin}/ops`);
  const form = page.getByRole('form', { name: 'Log in' });
  await form.getByLabel('Your name').fill('Robin Fielder');
  await form.getByLabel('token').fill(token);
  await form.getByRole('button', { name: 'Log in' }).click();
}

const shop = (page: Page) => page.getByRole('region', { name: 'shop' });
const newestEntry = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('row').nth(1);

/** Reports as visitors' pages do. */
async function report(events: readonly TelemetryEvent[]): Promise<void> {
  const response = await fetch(site.origin + calls.telemetry.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  expect(response.status).toBe(204);
}

async function servedShop() {
  const { registry } = (await (await fetch(`${site.origin}/registry.json`)).json()) as SignedRegistry;
  return registry.remotes.find(({ name }) => name === 'shop');
}

test('a wrong token opens nothing', async ({ page }) => {
  await logIn(page, 'not-the-token-of-the-operators-at-all');
  await expect(page.getByRole('alert')).toHaveText('This is not the operators’ token.');
  await page.goto(`${site.origin}/ops/releases`);
  await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
});

test('an operator sees what is live, shows a release to some visitors, and a bad one is aborted by itself', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { first, next } = site.versions.shop ?? { first: '', next: '' };

  await test.step('what is live for whom', async () => {
    await logIn(page, site.opsToken);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is live for whom');
    await expect(shop(page).getByText('Live, everybody')).toBeVisible();
    await expect(shop(page).getByRole('definition').first()).toHaveText(first);
    await expect(newestEntry(page)).toContainText('npm start');
  });

  await test.step('a canary is shown to 5 %, after a confirmation', async () => {
    await shop(page).getByLabel('Release').selectOption(next);
    await shop(page).getByRole('button', { name: 'Promote shop' }).click({ timeout: 60_000 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Show shop@${next} to 5 % of the visitors?`,
      { timeout: 60_000 },
    );
    await page.getByLabel('Reason').fill('the new basket');
    await page.getByRole('button', { name: `Show shop@${next}` }).click({ timeout: 60_000 });
    await expect(page.getByRole('status')).toContainText(`shop@${next} is the canary, for 5 %`, {
      timeout: 60_000,
    });
    await expect(newestEntry(page)).toContainText('Robin Fielder');
    await expect(newestEntry(page)).toContainText('the new basket');
    await site.untilServed(2);
    expect((await servedShop())?.canary).toMatchObject({ percent: 5, release: { version: next } });
  });

  await test.step('its visitors’ pages fail, and it is gone', async () => {
    const live = { remote: 'shop', version: first, slot: 'live' } as const;
    const canary = { remote: 'shop', version: next, slot: 'canary' } as const;
    await report(Array.from({ length: 40 }, () => ({ kind: 'view', ...live })));
    await report(Array.from({ length: 30 }, () => ({ kind: 'view', ...canary })));
    await report(
      Array.from({ length: 12 }, () => ({ kind: 'error', ...canary, phase: 'render', first: true })),
    );
    await expect(async () => {
      await page.goto(`${site.origin}/ops/releases`);
      await expect(newestEntry(page)).toContainText('the watcher', { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect(newestEntry(page)).toContainText(
      'Error rate 12/30 against 0/40: 20 % or more end a canary at once.',
    );
    await expect(shop(page).getByText('Live, everybody')).toBeVisible();
    await expect(shop(page).getByRole('row').filter({ hasText: next })).toContainText('40.0 %');
    await site.untilServed(3);
    expect((await servedShop())?.canary).toBeUndefined();
  });
});

test('what cannot be done is said in a sentence', async ({ page }) => {
  await logIn(page, site.opsToken);
  await page.goto(`${site.origin}/ops/releases/confirm?action=rollback&part=learning`);
  await expect(page.getByRole('alert')).toContainText('learning cannot be rolled back');
  await expect(page.getByRole('form', { name: 'Confirm' })).toHaveCount(0);
});
