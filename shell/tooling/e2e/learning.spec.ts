import { messages } from '@isa/api-contract';
import { type Browser, devices, expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { waitUntilHydrated } from './support/hydration';
import { buy, type Customer, logIn, newCustomer, register, signUp } from './support/customer';
import { main, video } from './support/page';
import { fulfilProblem } from './support/requests';
import { videoOf } from './support/video';

const LESSON = '/isa-online-courses/1007';
const PERMISSIONS = '**/api/get-user-permissions*';
const TICKETS = '**/api/video-tickets';

type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

async function buyPremium(page: Page): Promise<void> {
  await page.goto(LESSON);
  await main(page).getByRole('button', { name: messages.lesson.unlock }).click();
  await main(page).getByRole('link', { name: 'Check out' }).click();
  await buy(page);
}

test.describe('a visitor', () => {
  test('finds 33 lessons and their price, and is redirected from former and unknown addresses', async ({
    page,
  }) => {
    await page.goto('/online-courses');
    await expect(page).toHaveURL('/isa-online-courses');
    await expect(
      main(page).getByRole('heading', { level: 1, name: 'Basic Covert Surveillance' }),
    ).toBeVisible();
    await expect(main(page).getByText('33 videos')).toBeVisible();
    await expect(main(page).getByText('£77', { exact: true }).first()).toBeVisible();
    await expect(
      main(page)
        .getByText(/^Pre-order: we are filming now/)
        .first(),
    ).toBeVisible();
    await expect(main(page).getByRole('listitem').getByRole('heading')).toHaveCount(33);
    await page.goto('/isa-online-courses/1034');
    await expect(page).toHaveURL('/isa-online-courses');
  });

  test('returns to the lesson after logging in and can buy it', async ({ page }) => {
    const customer = newCustomer();
    await register(page, customer);
    await page.goto(LESSON);
    await expect(main(page).getByText(messages.lesson.loginNeeded)).toBeVisible();
    await expect(main(page).getByRole('button', { name: messages.lesson.unlock })).toBeDisabled();

    await test.step('a visitor can play the sample of a lesson that is being filmed', async () => {
      await main(page).getByRole('button', { name: 'Watch the sample' }).click();
      await expect
        .poll(() => video(page).evaluate((it: HTMLVideoElement) => it.currentTime))
        .toBeGreaterThan(0);
    });
    await main(page).getByRole('link', { name: 'Log in' }).click();
    await logIn(page, customer);
    await expect(page).toHaveURL(LESSON);
    await expect(main(page).getByText(messages.lesson.locked)).toBeVisible();
    await expect(main(page).getByRole('button', { name: messages.lesson.unlock })).toBeEnabled();

    await test.step('has no courses yet', async () => {
      await page.goto('/my-courses');
      await expect(main(page).getByText(messages.lesson.nonePurchased)).toBeVisible();
    });
  });
});

test.describe('a customer with premium access', () => {
  let signedIn: StorageState;
  let member: Customer;

  async function openAsMember(browser: Browser) {
    const context = await browser.newContext({ storageState: signedIn });
    return context.newPage();
  }

  test.beforeAll(async ({ browser }) => {
    test.slow();
    const page = await browser.newPage();
    member = await signUp(page);
    await buyPremium(page);
    signedIn = await page.context().storageState();
    await page.close();
  });

  test('sees neither lock nor price while access is checked', async ({ browser }) => {
    const page = await openAsMember(browser);
    let respond = () => {};
    const released = new Promise<void>((resolve) => (respond = resolve));
    await page.route(PERMISSIONS, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(LESSON);
    await expect(page.getByText('Checking your access')).toBeAttached();
    await expect(page.getByText(messages.lesson.locked)).toHaveCount(0);
    const price = main(page).getByText('£24.99');
    await expect(price).toBeAttached();
    await expect(price).toBeHidden();
    await page.goto('/isa-online-courses');
    const prices = main(page).getByText(/£(?:77|24\.99)/);
    await expect(prices.first()).toBeAttached();
    for (const shown of await prices.all()) await expect(shown).toBeHidden();
    respond();
    await expect(main(page).getByText('All lessons are yours.')).toBeVisible();
    await page.goto(LESSON);
    await expect(video(page)).toBeVisible();
    await page.context().close();
  });

  test('a guest sees the price before the code of the page arrives', async ({ page }) => {
    await page.route(/\/learning\/[^/]+\/.*\.js/, () => undefined);
    await page.goto('/isa-online-courses');
    await expect(main(page).getByText('£77', { exact: true }).first()).toBeVisible();
  });

  test('sees no lock when the permission check responds 404, and can retry when it fails', async ({
    browser,
  }) => {
    const page = await openAsMember(browser);
    await page.route(PERMISSIONS, (route) =>
      fulfilProblem(route, 'not-found', 404, 'There is nothing here.'),
    );
    await page.goto(LESSON);
    await expect(
      main(page).getByRole('heading', { level: 1, name: 'We could not find your account' }),
    ).toBeVisible();
    await expect(main(page).getByText(messages.lesson.locked)).toHaveCount(0);

    await page.unroute(PERMISSIONS);
    await page.route(PERMISSIONS, (route) => route.abort());
    await page.goto(LESSON);
    await expect(main(page).getByText('We could not check your access.', { exact: false })).toBeVisible();
    await expect(main(page).getByText(messages.lesson.locked)).toHaveCount(0);
    await page.unroute(PERMISSIONS);
    await main(page).getByRole('button', { name: 'Try again' }).click();
    await expect(video(page)).toBeVisible();
    await page.context().close();
  });

  /** Makes the page treat the sample as a recording, whose progress is kept. */
  async function asRecording(page: Page): Promise<void> {
    await page.route(TICKETS, async (route) => {
      const response = await route.fetch();
      const ticket = z.looseObject({}).parse(await response.json());
      await route.fulfill({ response, json: { ...ticket, sample: false } });
    });
  }

  test('plays a sample without recording progress', async ({ browser }) => {
    const page = await openAsMember(browser);
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/api/progress/')) reports.push(request.url());
    });
    const { waitUntilReady, playMuted, seek, pause, time } = videoOf(page);
    await page.goto('/isa-online-courses/1010');
    await waitUntilReady();
    await playMuted();
    await seek(9);
    await pause();
    await page.reload();
    await waitUntilReady();
    expect(await time()).toBeLessThan(1);
    expect(reports).toEqual([]);
    await page.context().close();
  });

  test('leaves the keys to a dialog over the lesson', async ({ browser }) => {
    const page = await openAsMember(browser);
    const { waitUntilReady, isPaused } = videoOf(page);
    await page.goto(LESSON);
    await waitUntilReady();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').press('n');
    await page.getByRole('button', { name: 'Close search' }).focus();
    for (const key of ['n', 'k', '5', 'ArrowRight']) await page.keyboard.press(key);
    await expect(page.getByRole('searchbox')).toHaveValue('nnk5');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(LESSON);
    expect(await isPaused()).toBe(true);
    await page.context().close();
  });

  test('starts the next lesson once, and not again by Back or reload', async ({ browser }) => {
    const page = await openAsMember(browser);
    const { waitUntilReady, isPaused, pause } = videoOf(page);
    await page.goto(LESSON);
    await waitUntilReady();
    await main(page).getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/1008$/);
    await expect.poll(isPaused).toBe(false);
    await pause();
    await page.reload();
    await waitUntilReady();
    expect(await isPaused()).toBe(true);
    await page.goto('/contact');
    await page.goBack();
    await waitUntilReady();
    expect(await isPaused()).toBe(true);
    await page.context().close();
  });

  test('keeps the place of a lesson that is left while it plays', async ({ browser }) => {
    const page = await openAsMember(browser);
    await asRecording(page);
    const { waitUntilReady, playMuted, seek, time } = videoOf(page);
    await page.goto('/isa-online-courses/1012');
    await waitUntilReady();
    await playMuted();
    await expect.poll(time).toBeGreaterThan(0.2);
    await seek(8);
    await page.goto('about:blank');

    const other = await openAsMember(browser);
    await asRecording(other);
    await other.goto('/isa-online-courses/1012');
    await expect.poll(videoOf(other).time).toBeGreaterThan(7);
    await page.context().close();
    await other.context().close();
  });

  test('continues a lesson on another device', async ({ browser }) => {
    const page = await openAsMember(browser);
    await asRecording(page);
    const first = videoOf(page);
    await page.goto('/isa-online-courses/1009');
    await first.waitUntilReady();
    await first.playMuted();
    await first.seek(9);
    const saved = page.waitForResponse(
      (response) => response.url().includes('/api/progress/1009') && response.ok(),
    );
    await first.pause();
    await saved;
    await page.context().close();

    const other = await openAsMember(browser);
    await asRecording(other);
    const second = videoOf(other);
    await other.goto('/my-courses');
    // The lesson is opened by its address, because the link would start playing.
    await expect(main(other).getByRole('link', { name: 'Continue with lesson 9' })).toHaveAttribute(
      'href',
      '/isa-online-courses/1009',
    );
    await other.goto('/isa-online-courses/1009');
    await expect.poll(second.time).toBeGreaterThan(8.5);
    await expect(other.getByText(/Resuming at 0:\d\d/)).toBeVisible();
    await other.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(second.time).toBeLessThan(5);
    await other.context().close();
  });

  test('goes on at the same second after the session has ended', async ({ browser }) => {
    const page = await openAsMember(browser);
    await asRecording(page);
    const { waitUntilReady, playMuted, seek, pause, time } = videoOf(page);
    await page.goto('/isa-online-courses/1011');
    await waitUntilReady();
    await playMuted();
    await seek(9);
    await page.context().clearCookies({ name: 'token' });
    await pause();
    await expect(main(page).getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
    await expect(main(page).getByText('£')).toHaveCount(0);

    await main(page).getByRole('link', { name: 'Log in' }).click();
    await logIn(page, member);
    await expect(page).toHaveURL('/isa-online-courses/1011');
    await expect.poll(time).toBeGreaterThan(8.5);
    await page.context().close();
  });

  test('uses keyboard shortcuts, captions, chapters and the transcript search', async ({ browser }) => {
    const page = await openAsMember(browser);
    const { time, isPaused, waitUntilReady } = videoOf(page);
    await page.goto('/isa-online-courses/1012');
    await waitUntilHydrated(page);
    await waitUntilReady();
    await page.keyboard.press('m');
    await page.keyboard.press('k');
    await expect.poll(isPaused).toBe(false);
    await page.keyboard.press('k');
    await expect.poll(isPaused).toBe(true);
    await page.keyboard.press('5');
    await expect.poll(time).toBeGreaterThan(8);
    await page.keyboard.press('>');
    await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25');

    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    await page.keyboard.press('c');
    const shown = () =>
      video(page).evaluate((element: HTMLVideoElement) =>
        Array.from(element.textTracks).some(({ kind, mode }) => kind === 'captions' && mode === 'showing'),
      );
    await expect.poll(shown).toBe(true);

    await page.getByRole('tab', { name: 'Chapters' }).click();
    const chapters = page.getByRole('tabpanel').getByRole('button');
    await chapters.nth(1).click();
    await expect(chapters.nth(1)).toHaveAttribute('aria-current', 'true');

    await page.getByRole('tab', { name: 'Transcript' }).click();
    const lines = page.getByRole('tabpanel').getByRole('button');
    const all = await lines.count();
    const last = ((await lines.last().locator('span').textContent()) ?? '').trim();
    await page.getByRole('searchbox', { name: 'Search the transcript' }).fill(last.toUpperCase());
    await expect(lines).toHaveCount(1);
    expect(all).toBeGreaterThan(1);
    await lines.click();
    await expect.poll(time).toBeGreaterThan(9);

    await test.step('shows in forced colours what is on and what is chosen', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      const captions = page.getByRole('button', { name: 'CC captions' });
      const chosen = page.getByRole('tab', { name: 'Transcript' });
      for (const [element, attribute, off] of [
        [captions, 'aria-pressed', 'false'],
        [chosen, 'aria-selected', 'false'],
      ] as const) {
        await expect(element).toHaveAttribute(attribute, 'true');
        await element.blur();
        const on = await element.screenshot();
        await element.evaluate((it, [name, value]) => it.setAttribute(name, value), [
          attribute,
          off,
        ] as const);
        expect(await element.screenshot(), attribute).not.toEqual(on);
      }
      // The icons have the system's colour of text, so they need its background over the film.
      const bar = page.getByRole('group', { name: 'Player controls' });
      expect(await bar.evaluate((it) => getComputedStyle(it).backgroundColor)).toMatch(/^rgb\(/);
    });
    await page.context().close();
  });

  test('continues with the next lesson unless stopped, in full screen', async ({ browser }) => {
    const page = await openAsMember(browser);
    await asRecording(page);
    const { waitUntilReady, seek, playMuted, isPaused } = videoOf(page);
    await page.goto('/isa-online-courses/1014');
    await waitUntilReady();
    await playMuted();
    await seek(await video(page).evaluate((element: HTMLVideoElement) => element.duration - 0.3));
    await expect(page.getByText(/Next lesson in \d s/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText(/Next lesson in/)).toBeHidden();
    await expect(page).toHaveURL('/isa-online-courses/1014');
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeAttached();
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page).toHaveURL('/isa-online-courses/1015');
    await expect.poll(isPaused).toBe(false);
    const [width, height] = await page.evaluate(() => [innerWidth, innerHeight]);
    expect(await video(page).boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await page.keyboard.press('f');
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();

    await page.goto('/my-courses');
    const ticked = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Watched' }) });
    await expect(ticked.locator('a[href="/isa-online-courses/1014"]')).toHaveCount(1);
    await page.context().close();
  });

  test('can continue the video while its ticket is renewed', async ({ browser }) => {
    const page = await openAsMember(browser);
    const { waitUntilReady } = videoOf(page);
    await page.clock.install();
    await page.goto('/isa-online-courses/1016');
    await waitUntilReady();
    const source = await video(page).getAttribute('src');
    const renewed = page.waitForResponse((response) => response.url().includes('/api/video-tickets'));
    await page.clock.fastForward('12:00');
    expect((await renewed).ok()).toBe(true);
    await expect(video(page)).toHaveAttribute('src', source ?? '');
    expect(await video(page).evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
    await page.context().close();
  });

  test('sees the video again when the connection returns', async ({ browser }) => {
    const page = await openAsMember(browser);
    const { waitUntilReady } = videoOf(page);
    let isOffline = true;
    let tickets = 0;
    await page.route('**/api/video/*.mp4*', (route) => (isOffline ? route.abort() : route.continue()));
    // The first ticket arrives before the connection is lost.
    await page.route(TICKETS, (route) => {
      tickets += 1;
      return isOffline && tickets > 1 ? route.abort() : route.continue();
    });
    await page.goto('/isa-online-courses/1017');
    await expect(page.getByText('The connection was lost.', { exact: false })).toBeVisible();
    isOffline = false;
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await waitUntilReady();
    await expect(page.getByText('The connection was lost.', { exact: false })).toBeHidden();
    await page.context().close();
  });

  test('has the same controls on a phone, shown by a tap and large enough for fingers', async ({
    browser,
  }) => {
    const context = await browser.newContext({ ...devices['Pixel 7'], storageState: signedIn });
    const page = await context.newPage();
    await page.goto(LESSON);
    const { waitUntilReady, isPaused, playMuted } = videoOf(page);
    await waitUntilReady();
    await expect(video(page)).not.toHaveAttribute('controls');
    await expect(video(page)).toHaveAttribute('controlslist', 'nodownload');
    const controls = page.getByRole('group', { name: 'Player controls' });
    const targets = controls.locator('button:visible, select:visible, input:visible');
    expect(await targets.count()).toBeGreaterThanOrEqual(4);
    for (const target of await targets.all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    for (const width of [320, 412]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      expect(await controls.evaluate((bar) => bar.scrollWidth <= bar.clientWidth)).toBe(true);
    }

    await playMuted();
    // Before the first tap there are no controls on the poster either.
    await expect(page.locator('[data-idle=true]')).toHaveCount(1);
    await expect(controls).toHaveCSS('opacity', '0');
    await video(page).tap();
    await expect(controls).toHaveCSS('opacity', '1');
    expect(await isPaused()).toBe(false);
    await video(page).tap();
    await expect.poll(isPaused).toBe(true);
    await controls.getByRole('button', { name: 'Play' }).tap();
    await expect.poll(isPaused).toBe(false);
    await context.close();
  });

  test('is led to the login when the session has expired, and back to the lesson', async ({ browser }) => {
    const page = await openAsMember(browser);
    await page.route(PERMISSIONS, (route) =>
      fulfilProblem(route, 'not-signed-in', 401, 'Please log in first.'),
    );
    await page.goto(LESSON);
    const link = main(page).getByRole('link', { name: 'Log in' });
    await expect(link).toHaveAttribute('href', `/login?next=${encodeURIComponent(LESSON)}`);
    await page.context().close();
  });
});
