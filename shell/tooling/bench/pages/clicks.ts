import type { Browser, CDPSession, Page } from '@playwright/test';
import * as paths from '@isa/api-contract/paths';
import { traceSchema, workBetween } from '../shared/blocking-time';
import { MARKS, timeToNextHeading } from './next-heading';
import { onSlowDevice, openInteractive } from './slow-phone';

/** Milliseconds for which a visitor reads a page; visible links may be prefetched meanwhile. */
const READING = 3_000;
const HOVER = 300;
/** How long a finger touches the screen. */
const TOUCH = 80;

/** The header's links to pages of every remote, in the order in which they are followed. */
const LINKS = [paths.books, paths.onlineCourses, paths.services, paths.blog, paths.about];

/** Follows links of the header after hovering them. @returns the milliseconds of each. */
export async function measureClicks(browser: Browser, origin: string): Promise<readonly number[]> {
  return onSlowDevice(browser, { kind: 'laptop', isNetworkSlow: true }, async (page) => {
    await openInteractive(page, `${origin}${paths.home}`);
    const latencies: number[] = [];
    for (const path of LINKS) {
      await page.waitForTimeout(READING);
      await page.locator(`header nav a[href="${path}"]`).first().hover();
      await page.waitForTimeout(HOVER);
      // The mouse is pressed where it is, because the locator's click would search for the link again.
      const press = () => page.mouse.down().then(() => page.mouse.up());
      latencies.push(await timeToNextHeading(page, path, press));
    }
    return latencies;
  });
}

const COURSE = paths.course('isa-surveillance-course-6');
const BOOK = paths.book(3);

/** What is tapped: a course's card on the home page, the menu's link to the books, a book. */
export const TAPPED = ['card', 'menu', 'book'] as const;
export type Taps = Readonly<Record<(typeof TAPPED)[number], Tap>>;

interface Tap {
  /** Milliseconds until the next heading. */
  readonly latency: number;
  /** Milliseconds of processor time until then, which other programs of a busy machine do not prolong. */
  readonly work: number;
}

/** Taps a card on the home page, a link of the menu and a book, one after the other. */
export async function measureTaps(browser: Browser, origin: string, isNetworkSlow: boolean): Promise<Taps> {
  return onSlowDevice(browser, { kind: 'phone', isNetworkSlow }, async (page) => {
    await openInteractive(page, `${origin}${paths.home}`);
    await page.waitForTimeout(READING);
    const card = await tap(page, COURSE, 'main');
    await page.waitForTimeout(READING);
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    await page.waitForTimeout(READING / 3);
    const menu = await tap(page, paths.books, 'dialog');
    await page.waitForTimeout(READING);
    return { card, menu, book: await tap(page, BOOK, 'main') };
  });
}

async function tap(page: Page, path: string, parent: string): Promise<Tap> {
  const link = page.locator(`${parent} a[href="${path}"]:visible`).first();
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(READING / 3);
  const box = await link.boundingBox();
  if (!box) throw new Error(`The link to ${path} is not on the page.`);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + Math.min(box.height, 40) / 2 }];
  const session = await page.context().newCDPSession(page);
  const endTrace = await startTrace(session);
  const latency = await timeToNextHeading(page, path, async () => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await page.waitForTimeout(TOUCH);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  });
  const work = workBetween(await endTrace(), ...MARKS);
  await session.detach();
  return { latency, work };
}

/** @returns a function that ends the trace. */
async function startTrace(session: CDPSession) {
  const events: unknown[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  // Only the first category names each task `RunTask`, as Lighthouse's traces do.
  const includedCategories = [
    'disabled-by-default-devtools.timeline',
    'devtools.timeline',
    'blink.user_timing',
  ];
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories },
  });
  return async () => {
    const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
    await session.send('Tracing.end');
    await ended;
    return traceSchema.parse({ traceEvents: events });
  };
}
