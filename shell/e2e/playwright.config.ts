import { defineConfig } from '@playwright/test';
import { ports } from './support/site';

const report = process.env.JOURNEYS_REPORT;
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: '.',
  outputDir: '../../.data/test-results/journeys',
  globalSetup: './support/start-site.ts',
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    baseURL: `http://localhost:${ports.site}`,
    browserName: 'chromium',
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
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
        // A page that a test has rewritten counts as one from elsewhere, which may not load from loopback.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
});
