import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../tools/programs';
import { UserError } from '../../tools/user-error';
import { type Marker, observe } from './observe';
import { RequestRecorder } from './requests';

/** The phone that Lighthouse emulates: a Moto G Power. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** A desk, for what needs a pointer that hovers. */
const DESK = { viewport: { width: 1280, height: 800 } };

export async function launch(certificateFingerprint: string, tell: (line: string) => void): Promise<Browser> {
  const found = findChromium(tell);
  if (!('path' in found)) throw new UserError(`The bench needs Chromium: ${found.missing}.`);
  return chromium.launch({
    executablePath: found.path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-quic',
      '--no-first-run',
      `--ignore-certificate-errors-spki-list=${certificateFingerprint}`,
    ],
  });
}

/** A visitor with an empty cache, and a book in the basket where that is asked for. */
export async function newVisitor(
  browser: Browser,
  device: 'phone' | 'desk',
  origin: string,
  withBasket = false,
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...(device === 'phone' ? PHONE : DESK), locale: 'en-GB' });
  if (withBasket) {
    const value = encodeURIComponent(JSON.stringify([{ productId: 1, quantity: 2 }]));
    await context.addCookies([{ name: 'basket', value, url: origin }]);
  }
  return context;
}

/** A tab that is watched from its first byte on. */
export interface WatchedPage {
  readonly page: Page;
  readonly session: CDPSession;
  readonly requests: RequestRecorder;
  /** What went wrong in the page's own words. */
  readonly errors: readonly string[];
}

/** @param slowdown how many times slower than this machine the page's processor is. */
export async function watchedPage(
  context: BrowserContext,
  marker: Marker,
  slowdown: number,
): Promise<WatchedPage> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const session = await context.newCDPSession(page);
  const requests = await RequestRecorder.attach(session);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // The loader that runs this keeps functions' names by a helper that a page does not have.
  await page.addInitScript('globalThis.__name ??= (value) => value;');
  await page.addInitScript(observe, marker);
  return { page, session, requests, errors };
}
