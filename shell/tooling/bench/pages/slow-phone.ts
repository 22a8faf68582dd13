import type { Browser, Page } from '@playwright/test';

/** The slow 4G of Chromium's developer tools: bytes a second, and a latency in milliseconds. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
/** How many times slower than this machine the visitor's is. */
const SLOWDOWN = 4;

interface Device {
  readonly kind: 'phone' | 'laptop';
  /** Without a slow network, only the work of the page takes time. */
  readonly isNetworkSlow: boolean;
}

const LAPTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Opens a page with an empty cache, on a slow processor, and closes it after its use. */
export async function onSlowDevice<Result>(
  browser: Browser,
  { kind, isNetworkSlow }: Device,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...(kind === 'phone' ? PHONE : LAPTOP), locale: 'en-GB' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    if (isNetworkSlow) await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    // The helper is defined here, because tsx keeps function names with it and it does not exist in the page.
    await page.addInitScript('globalThis.__name ??= (value) => value;');
    return await use(page);
  } finally {
    await context.close();
  }
}

/** Opens an address and waits until its scripts run. */
export async function openInteractive(page: Page, address: string): Promise<void> {
  await page.goto(address, { timeout: 60_000 });
  await page.waitForFunction(() => performance.getEntriesByName('isa-alive').length > 0);
}
