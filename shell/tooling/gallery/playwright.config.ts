import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { root } from '../../packages/node/folders';
import { sourceScript } from '../../packages/node/node';
import { galleryPort } from './story-files';

const executablePath = process.env.CHROMIUM_PATH;
const report = process.env.JOURNEYS_REPORT;
/** Where the pictures are that this run compares with or, with `--update-snapshots`, writes. */
const pictures = process.env.GALLERY_PICTURES;

export default defineConfig({
  testDir: '.',
  testMatch: 'gallery.spec.ts',
  outputDir: '../../../.data/test-results/gallery',
  ...(pictures && { snapshotPathTemplate: path.join(path.resolve(root, pictures), '{arg}{ext}') }),
  fullyParallel: true,
  workers: Number(process.env.JOURNEYS_WORKERS ?? 1),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000, toHaveScreenshot: { maxDiffPixelRatio: 0.001 } },
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    baseURL: `http://localhost:${galleryPort()}`,
    browserName: 'chromium',
    locale: 'en-GB',
    trace: 'off',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] },
  },
  webServer: {
    command: [process.execPath, ...sourceScript('shell/tooling/commands/gallery.ts')].join(' '),
    cwd: root,
    url: `http://localhost:${galleryPort()}/main.js`,
    timeout: 600_000,
    reuseExistingServer: !process.env.CI,
  },
});
