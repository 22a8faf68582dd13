import { defineConfig } from '@playwright/test';
import { ports } from './support/site';

const report = process.env.JOURNEYS_REPORT;
const executablePath = process.env.CHROMIUM_PATH;

/**
 * Features of Chromium that are disabled. The option replaces Playwright's own list, so that is repeated here.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // Chromium considers a page that a test fulfils as public, which may not load from loopback.
  'LocalNetworkAccessChecks',
  // The address bar's suggestions are two pages for every test, half the cost of opening one.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

export default defineConfig({
  testDir: '.',
  // These tests have a configuration of their own.
  testIgnore: 'browsers/**',
  outputDir: '../../../.data/test-results/journeys',
  globalSetup: './support/start-sites.ts',
  workers: Number(process.env.JOURNEYS_WORKERS ?? 1),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long variants of journeys belong to `npm test -- all`; `npm test` runs the short ones.
  ...(process.env.TEST_ALL ? {} : { grepInvert: /@all/ }),
  // The limits only end hanging tests on a busy machine, because performance is measured elsewhere.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    baseURL: `http://localhost:${ports.site}`,
    browserName: 'chromium',
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording every test would take a fifth of the processor, so it is off; `--trace retain-on-failure`
    // records.
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
  },
});
