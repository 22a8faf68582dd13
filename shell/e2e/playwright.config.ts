import { defineConfig } from '@playwright/test';
import { ports } from './support/site';

const report = process.env.JOURNEYS_REPORT;
const executablePath = process.env.CHROMIUM_PATH;

/** Features of Chromium that are switched off. The list takes the place of Playwright's own, and repeats it. */
const WITHOUT = [
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
  // A page that a test has rewritten counts as one from elsewhere, which may not load from loopback.
  'LocalNetworkAccessChecks',
  // The suggestions below the address bar are two pages of their own for every test: half of what it costs to open one.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

export default defineConfig({
  testDir: '.',
  outputDir: '../../.data/test-results/journeys',
  globalSetup: './support/start-sites.ts',
  workers: Number(process.env.JOURNEYS_WORKERS ?? 1),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A machine may be busy with others: these end what hangs, and say nothing about how fast anything is.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    baseURL: `http://localhost:${ports.site}`,
    browserName: 'chromium',
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Every step's document is kept; a film of every test as well would cost a fifth of the machine.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
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
        `--disable-features=${WITHOUT.join(',')}`,
      ],
    },
  },
});
