import { defineConfig } from '@playwright/test';
import { origin } from './support/site';
import type { Engine } from './support/test';

const report = process.env.JOURNEYS_REPORT;

/**
 * Runs the main journeys in other engines than Chromium: Playwright runs the tests, WebDriver controls the
 * browsers.
 */
export default defineConfig<object, { engine: Engine }>({
  testDir: '.',
  outputDir: '../../../../.data/test-results/browsers',
  globalSetup: './support/site.ts',
  // All engines use one site and its ports.
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 240_000,
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: { baseURL: origin },
  projects: [
    { name: 'Firefox', use: { engine: 'firefox' } },
    { name: 'WebKit', use: { engine: 'webkit' } },
  ],
});
