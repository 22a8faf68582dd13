import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseTelemetry } from '@isa/api-contract';
import { expect } from '@playwright/test';
import {
  asCanary,
  becomeVisitor,
  expectShop,
  followBooks,
  liveShop,
  scriptsOf,
  test,
  visitors,
} from './support/next-shop';
import { composeWith } from './support/releases';
import { dataFolder } from './support/site';

test('operators learn what failed, what stood in and how fast a canary is', async ({
  page,
  context,
  next,
}) => {
  const first = await liveShop(page);
  const of = async (version: string, slot: string) => {
    const token = await readFile(path.join(dataFolder, 'ops-token'), 'utf8');
    const answer = await page.request.get('/api/telemetry/releases?minutes=60', {
      headers: { authorization: `Bearer ${token.trim()}` },
    });
    const { releases } = (await answer.json()) as { releases: ReleaseTelemetry[] };
    return releases.find((release) => release.version === version && release.slot === slot);
  };
  const before = await of(next.version, 'canary');
  const stoodIn = (await of(first, 'live'))?.views ?? 0;
  await composeWith(context, asCanary(next));
  await becomeVisitor(context, visitors(next).inside);
  await page.goto('/isa-basket');
  await expectShop(page, next.version);
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /vitals/.test(name))),
    )
    .toBe(true);
  await context.route(scriptsOf(next.version, 'entry'), (route) => route.abort('connectionrefused'));
  await page.goto('/isa-basket?from=elsewhere');
  await expectShop(page, first);
  await page.goto('about:blank');
  await expect
    .poll(async () => (await of(next.version, 'canary'))?.LCP.count ?? 0)
    .toBeGreaterThan(before?.LCP.count ?? 0);
  await expect
    .poll(async () => (await of(next.version, 'canary'))?.failedViews ?? 0)
    .toBe((before?.failedViews ?? 0) + 1);
  const after = await of(next.version, 'canary');
  expect(after?.views).toBe((before?.views ?? 0) + 2);
  expect(after?.errors.fetch).toBe((before?.errors.fetch ?? 0) + 1);
  await expect.poll(async () => (await of(first, 'live'))?.views ?? 0).toBeGreaterThan(stoodIn);
});

for (const [visitor, asks] of [
  ['asks for privacy sends nothing', true],
  ['does not ask for privacy sends beacons', false],
] as const) {
  test(`a visitor who ${visitor}`, async ({ page, context }) => {
    await context.addInitScript((globalPrivacyControl) => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: globalPrivacyControl });
      navigator.sendBeacon = (address) => Reflect.set(window, '__beacon', String(address));
    }, asks);
    await page.goto('/isa-basket');
    await expectShop(page, await liveShop(page));
    await followBooks(page);
    await expectShop(page, await liveShop(page));
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
    expect(await page.evaluate(() => '__beacon' in window)).toBe(!asks);
  });
}
