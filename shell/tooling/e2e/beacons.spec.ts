import type { ReleaseTelemetry } from '@isa/api-contract';
import { createReadToken } from '@isa/api-contract/read-token';
import { expect, type Page } from '@playwright/test';
import { localKeys, REGISTRY_OWNER } from '../../platform/store/keys/local-keys';
import {
  asCanary,
  becomeVisitor,
  expectShop,
  followBooks,
  liveShop,
  releaseScripts,
  test,
  visitors,
} from './support/next-shop-release';
import { prerenderWith, endRoutes } from './support/release-routes';

test.afterEach(endRoutes);

async function readTelemetry(page: Page, version: string, slot: string) {
  const token = createReadToken(await localKeys.privateKey(REGISTRY_OWNER));
  const response = await page.request.get('/api/telemetry/releases?minutes=60', {
    headers: { authorization: `Bearer ${token}` },
  });
  // The API's types describe its response, so the cast is safe.
  const { releases } = (await response.json()) as { releases: ReleaseTelemetry[] };
  return releases.find((release) => release.version === version && release.slot === slot);
}

test('telemetry reports failures, fallbacks and speed of a canary', async ({ page, context, next }) => {
  const first = await liveShop(page);
  const telemetryOf = (version: string, slot: string) => readTelemetry(page, version, slot);
  const before = await telemetryOf(next.version, 'canary');
  const liveViews = (await telemetryOf(first, 'live'))?.views ?? 0;
  await prerenderWith(context, asCanary(next));
  await becomeVisitor(context, visitors(next).inside);
  await page.goto('/isa-basket');
  await expectShop(page, next.version);
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /vitals/.test(name))),
    )
    .toBe(true);
  await context.route(releaseScripts(next.version, 'entry'), (route) => route.abort('connectionrefused'));
  await page.goto('/isa-basket?from=elsewhere');
  await expectShop(page, first);
  await page.goto('about:blank');
  await expect
    .poll(async () => (await telemetryOf(next.version, 'canary'))?.measuredViews ?? 0)
    .toBeGreaterThan(before?.measuredViews ?? 0);
  await expect
    .poll(async () => (await telemetryOf(next.version, 'canary'))?.failedViews ?? 0)
    .toBe((before?.failedViews ?? 0) + 1);
  const after = await telemetryOf(next.version, 'canary');
  expect(after?.views).toBe((before?.views ?? 0) + 2);
  expect(after?.errors.fetch).toBe((before?.errors.fetch ?? 0) + 1);
  await expect.poll(async () => (await telemetryOf(first, 'live'))?.views ?? 0).toBeGreaterThan(liveViews);
});

test('telemetry counts text that scripts of a release try to turn into HTML', async ({
  page,
  context,
  next,
}) => {
  const reports = async () => (await readTelemetry(page, next.version, 'canary'))?.policyReports ?? 0;
  const before = await reports();
  await prerenderWith(context, asCanary(next));
  await becomeVisitor(context, visitors(next).inside);
  await page.goto('/isa-basket');
  await expectShop(page, next.version);
  const script = await page.evaluate(
    (version) =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes(`/shop/${version}/`))?.name,
    next.version,
  );
  // The code runs as if that script of the release did it.
  const attempt = page.evaluate(
    `document.createElement('p').innerHTML = '<b></b>';\n//# sourceURL=${script}`,
  );
  await expect(attempt).rejects.toThrow('TrustedHTML');
  await page.goto('about:blank');
  await expect.poll(reports).toBeGreaterThan(before);
});

for (const [name, globalPrivacyControl] of [
  ['with Global Privacy Control sends no beacon', true],
  ['without Global Privacy Control sends beacons', false],
] as const) {
  test(`a browser ${name}`, async ({ page, context }) => {
    await context.addInitScript((value) => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value });
      navigator.sendBeacon = (address) => Reflect.set(window, '__beacon', String(address));
    }, globalPrivacyControl);
    await page.goto('/isa-basket');
    await expectShop(page, await liveShop(page));
    await followBooks(page);
    await expectShop(page, await liveShop(page));
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
    expect(await page.evaluate(() => '__beacon' in window)).toBe(!globalPrivacyControl);
  });
}
