import { type TelemetryEvent, calls } from '@isa/api-contract';
import { expect, type Page, test } from '@playwright/test';
import { startTestSite, type TestSite } from '../testing/site/test-site';
import { ports } from './support/site';

// These tests build on one another, on a separate site. The operators' pages must work without scripts.
test.describe.configure({ mode: 'serial' });
test.use({ javaScriptEnabled: false });

/** A promotion is checked before its page is shown, which starts processes and a browser. */
const CHECK_TIMEOUT = 300_000;

let site: TestSite;
test.beforeAll(async () => {
  site = await startTestSite(ports.site + 20, ['shop']);
});
test.afterAll(() => site.stop());

async function logIn(page: Page, token: string): Promise<void> {
  await page.goto(`${site.opsOrigin}/ops`);
  const form = page.getByRole('form', { name: 'Log in' });
  await form.getByLabel('Your name').fill('Robin Fielder');
  await form.getByLabel('token').fill(token);
  await form.getByRole('button', { name: 'Log in' }).click();
}

const shop = (page: Page) => page.getByRole('region', { name: 'shop' });
const newestEntry = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('row').nth(1);

/** Sends telemetry as visitors' pages do. */
async function sendTelemetry(events: readonly TelemetryEvent[]): Promise<void> {
  const response = await fetch(site.origin + calls.telemetry.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  expect(response.status).toBe(204);
}

test('a wrong token is rejected', async ({ page }) => {
  await logIn(page, 'not-the-token-of-the-operators-at-all');
  await expect(page.getByRole('alert')).toHaveText('This is not the operators’ token.');
  await page.goto(`${site.opsOrigin}/ops/releases`);
  await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
});

test('an operator sees the live releases and starts a canary, which is aborted automatically when it fails', async ({
  page,
}) => {
  test.setTimeout(3 * CHECK_TIMEOUT);
  const { first, next } = site.versions.shop ?? { first: '', next: '' };

  await test.step('the page shows the live releases', async () => {
    await logIn(page, site.opsToken);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live releases');
    await expect(page.getByText('Visitors get it.')).toBeVisible();
    await expect(shop(page).getByText('Live for all visitors')).toBeVisible();
    await expect(shop(page).getByRole('definition').first()).toHaveText(first);
    await expect(newestEntry(page)).toContainText('npm start');
  });

  await test.step('a canary starts for 5% after a confirmation', async () => {
    await shop(page).getByLabel('Release').selectOption(next);
    await shop(page).getByRole('button', { name: 'Promote shop' }).click({ timeout: CHECK_TIMEOUT });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Show shop@${next} to 5% of visitors?`, {
      timeout: CHECK_TIMEOUT,
    });
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
    await page.getByLabel('Reason').fill('the new basket');
    await page.getByRole('button', { name: `Show shop@${next}` }).click({ timeout: CHECK_TIMEOUT });
    await expect(page.getByRole('status')).toContainText(`shop@${next} is the canary, for 5%`, {
      timeout: CHECK_TIMEOUT,
    });
    await expect(newestEntry(page)).toContainText('Robin Fielder');
    await expect(newestEntry(page)).toContainText('the new basket');
    await site.waitUntilServed(2);
    expect((await site.servedRemote('shop'))?.canary).toMatchObject({
      percent: 5,
      release: { version: next },
    });
  });

  await test.step('the canary is aborted because its pages fail', async () => {
    const live = { remote: 'shop', version: first, slot: 'live' } as const;
    const canary = { remote: 'shop', version: next, slot: 'canary' } as const;
    await sendTelemetry(Array.from({ length: 40 }, () => ({ kind: 'view', ...live })));
    await sendTelemetry(Array.from({ length: 30 }, () => ({ kind: 'view', ...canary })));
    await sendTelemetry(
      Array.from({ length: 12 }, () => ({ kind: 'error', ...canary, phase: 'render', first: true })),
    );
    await expect(async () => {
      await page.goto(`${site.opsOrigin}/ops/releases`);
      await expect(newestEntry(page)).toContainText('the watcher', { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect(newestEntry(page)).toContainText('Error rate 12/30 against 0/40: 20% or more are too many.');
    await expect(shop(page).getByText('Live for all visitors')).toBeVisible();
    await expect(shop(page).getByRole('row').filter({ hasText: next })).toContainText('40.0%');
    await site.waitUntilServed(3);
    expect((await site.servedRemote('shop'))?.canary).toBeUndefined();
  });
});

test('an impossible change is refused with a reason', async ({ page }) => {
  await logIn(page, site.opsToken);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live releases');
  // The page has no form for it, so this one is written by hand.
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/ops/releases/confirm',
    });
    for (const [name, value] of [
      ['action', 'rollback'],
      ['app', 'learning'],
    ] as const) {
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
    }
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByRole('alert')).toContainText('learning cannot be rolled back');
  await expect(page.getByRole('form', { name: 'Confirm' })).toHaveCount(0);
});
