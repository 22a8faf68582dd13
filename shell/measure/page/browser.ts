import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../tools/programs';
import { UserError } from '../../tools/user-error';
import type { MeasuredPage } from '../pages';
import { observe } from './observe';
import { RequestRecorder } from './requests';

/** The phone that Lighthouse emulates: a Moto G Power. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** For measurements that need a hovering pointer. */
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const DEVICES = { phone: PHONE, desktop: DESKTOP, tablet: { ...DESKTOP, hasTouch: true } };
export type Device = keyof typeof DEVICES;

/** @throws UserError when this machine has no Chromium. */
export async function launch(certificateFingerprint: string, log: (line: string) => void): Promise<Browser> {
  const found = findChromium(log);
  if (!('path' in found)) throw new UserError(`Measuring needs Chromium: ${found.missing}.`);
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

/** A visitor with an empty cache, optionally with a book in the basket. */
export async function newVisitor(
  browser: Browser,
  device: Device,
  origin: string,
  withBasket = false,
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...DEVICES[device], locale: 'en-GB' });
  if (withBasket) await context.addCookies([basketCookie(origin)]);
  return context;
}

/** The cookie of a basket with two copies of a book. */
export function basketCookie(origin: string) {
  const value = encodeURIComponent(JSON.stringify([{ productId: 1, quantity: 2 }]));
  return { name: 'basket', value, url: origin };
}

export interface VisitOptions {
  readonly browser: Browser;
  readonly origin: string;
  readonly page: MeasuredPage;
  /** How many times slower than this machine the visitor's is. */
  readonly slowdown: number;
}

/** A tab that is observed from its first byte on. */
export interface ObservedTab {
  readonly page: Page;
  readonly session: CDPSession;
  readonly requests: RequestRecorder;
  /** Console and page errors. */
  readonly errors: readonly string[];
}

/** Opens an empty tab, in which loading will be observed. */
async function newTab(
  context: BrowserContext,
  { marker }: MeasuredPage,
  slowdown: number,
): Promise<ObservedTab> {
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
  // tsx keeps function names with a helper that does not exist in the page.
  await page.addInitScript('globalThis.__name ??= (value) => value;');
  await page.addInitScript(observe, marker);
  return { page, session, requests, errors };
}

async function load({ page }: ObservedTab, origin: string, { path }: MeasuredPage): Promise<void> {
  await page.goto(`${origin}${path}`, { waitUntil: 'load', timeout: 60_000 });
}

/** Opens a page in a new tab. */
export async function openPage(
  context: BrowserContext,
  origin: string,
  measured: MeasuredPage,
  slowdown = 1,
): Promise<ObservedTab> {
  const tab = await newTab(context, measured, slowdown);
  await load(tab, origin, measured);
  return tab;
}

/** Opens an empty tab for a new visitor, and closes it after the measurement, which calls `open` to load the page. */
export async function withEmptyTab<Result>(
  { browser, origin, page, slowdown }: VisitOptions,
  device: Device,
  measure: (tab: ObservedTab, open: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const context = await newVisitor(browser, device, origin, page.withBasket);
  try {
    const tab = await newTab(context, page, slowdown);
    return await measure(tab, () => load(tab, origin, page));
  } finally {
    await context.close();
  }
}

/** Opens a page for a new visitor, and closes it after the measurement. */
export async function withVisitor<Result>(
  visit: VisitOptions,
  device: Device,
  measure: (tab: ObservedTab) => Promise<Result>,
): Promise<Result> {
  return withEmptyTab(visit, device, async (tab, open) => {
    await open();
    return measure(tab);
  });
}

/** @throws Error when the page's marker is not hydrated after half a minute. */
export async function waitUntilHydrated({ page }: ObservedTab, measured: MeasuredPage): Promise<void> {
  await page
    .waitForFunction(() => window.pageObservations().hydrated !== undefined, undefined, { timeout: 30_000 })
    .catch(() => {
      const marker = JSON.stringify(measured.marker);
      throw new Error(`${measured.path} was not hydrated: nothing matches ${marker}.`);
    });
}
