import { messages } from '@isa/api-contract';
import { type Browser, devices, expect, type Page, test } from '@playwright/test';
import { untilAlive } from './support/alive';
import { logIn, newPerson, pay, type Person, register } from './support/customer';

const LESSON = '/isa-online-courses/1007';
const PERMISSIONS = '**/api/get-user-permissions*';
const TICKETS = '**/api/video-tickets';

type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** Registers and logs in. */
async function newCustomer(page: Page): Promise<Person> {
  const person = newPerson();
  await register(page, person);
  await logIn(page, person);
  return person;
}

async function buyPremium(page: Page): Promise<void> {
  await page.goto(LESSON);
  await page.getByRole('main').getByRole('button', { name: messages.lesson.unlock }).click();
  await page.getByRole('main').getByRole('link', { name: 'Check out' }).click();
  await page.getByRole('main').getByRole('checkbox').check();
  await pay(page, page.getByRole('main').getByRole('button', { name: 'PayPal', exact: true }));
  await expect(page).toHaveURL('/payment-successful', { timeout: 20_000 });
}

/** What the film does, as far as tests ask. */
function film(page: Page) {
  const video = page.locator('video');
  return {
    video,
    time: () => video.evaluate((element: HTMLVideoElement) => element.currentTime),
    paused: () => video.evaluate((element: HTMLVideoElement) => element.paused),
    ready: () =>
      expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0),
    seek: (seconds: number) =>
      video.evaluate((element: HTMLVideoElement, to) => void (element.currentTime = to), seconds),
    playMuted: () =>
      video.evaluate(async (element: HTMLVideoElement) => {
        element.muted = true;
        await element.play();
      }),
    pause: () => video.evaluate((element: HTMLVideoElement) => element.pause()),
  };
}

test.describe('a visitor', () => {
  test('finds 33 lessons, the price of all of them, and the way from every address', async ({ page }) => {
    await page.goto('/online-courses');
    await expect(page).toHaveURL('/isa-online-courses');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Basic Covert Surveillance' })).toBeVisible();
    await expect(main.getByText('33 videos')).toBeVisible();
    await expect(main.getByText('All lessons £77')).toBeVisible();
    await expect(main.getByRole('listitem').getByRole('heading')).toHaveCount(33);
    await page.goto('/isa-online-courses/1034');
    await expect(page).toHaveURL('/isa-online-courses');
  });

  test('comes back to the lesson after logging in, and may buy then', async ({ page }) => {
    const person = newPerson();
    await register(page, person);
    await page.goto(LESSON);
    const main = page.getByRole('main');
    await expect(main.getByText(messages.lesson.loginNeeded)).toBeVisible();
    await expect(main.getByRole('button', { name: messages.lesson.unlock })).toBeDisabled();
    await main.getByRole('link', { name: 'Log in' }).click();
    await logIn(page, person);
    await expect(page).toHaveURL(LESSON);
    await expect(main.getByText(messages.lesson.locked)).toBeVisible();
    await expect(main.getByRole('button', { name: messages.lesson.unlock })).toBeEnabled();

    await test.step('has no courses yet', async () => {
      await page.goto('/my-courses');
      await expect(main.getByText(messages.lesson.nonePurchased)).toBeVisible();
    });
  });
});

test.describe('a customer with premium access', () => {
  let signedIn: StorageState;

  async function asMember(browser: Browser) {
    const context = await browser.newContext({ storageState: signedIn });
    return context.newPage();
  }

  test.beforeAll(async ({ browser }) => {
    test.slow();
    const page = await browser.newPage();
    await newCustomer(page);
    await buyPremium(page);
    signedIn = await page.context().storageState();
    await page.close();
  });

  test('never sees the lock while access is being checked', async ({ browser }) => {
    const page = await asMember(browser);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route(PERMISSIONS, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(LESSON);
    await expect(page.getByText('Checking your access')).toBeAttached();
    await expect(page.getByText(messages.lesson.locked)).toHaveCount(0);
    answer();
    await expect(page.locator('video')).toBeVisible();
    await page.context().close();
  });

  test('sees no card when the permission check answers 404, and can retry when it gets no answer', async ({
    browser,
  }) => {
    const page = await asMember(browser);
    const main = page.getByRole('main');
    await page.route(PERMISSIONS, (route) =>
      route.fulfill({
        status: 404,
        contentType: 'application/problem+json',
        json: {
          id: 'not-found',
          title: 'There is nothing here.',
          status: 404,
          message: 'There is nothing here.',
        },
      }),
    );
    await page.goto(LESSON);
    await expect(main.getByRole('heading', { level: 1, name: 'This course is not available' })).toBeVisible();
    await expect(main.getByText(messages.lesson.locked)).toHaveCount(0);

    await page.unroute(PERMISSIONS);
    await page.route(PERMISSIONS, (route) => route.abort());
    await page.goto(LESSON);
    await expect(main.getByText('We could not check your access.', { exact: false })).toBeVisible({
      timeout: 20_000,
    });
    await expect(main.getByText(messages.lesson.locked)).toHaveCount(0);
    await page.unroute(PERMISSIONS);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('video')).toBeVisible();
    await page.context().close();
  });

  test('goes on where the lesson was left, on another device too', async ({ browser }) => {
    const page = await asMember(browser);
    const first = film(page);
    await page.goto('/isa-online-courses/1009');
    await first.ready();
    await first.playMuted();
    await first.seek(9);
    const saved = page.waitForResponse(
      (response) => response.url().includes('/api/progress/1009') && response.ok(),
    );
    await first.pause();
    await saved;
    await page.context().close();

    const other = await asMember(browser);
    const second = film(other);
    await other.goto('/my-courses');
    // The link itself would start to play; a plain visit stands still and can be looked at in peace.
    await expect(
      other.getByRole('main').getByRole('link', { name: 'Continue with lesson 9' }),
    ).toHaveAttribute('href', '/isa-online-courses/1009');
    await other.goto('/isa-online-courses/1009');
    await expect.poll(second.time).toBeGreaterThan(8.5);
    await expect(other.getByText(/Going on at 0:\d\d/)).toBeVisible();
    await other.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(second.time).toBeLessThan(5);
    await other.context().close();
  });

  test('steers by keyboard, reads along and finds a word', async ({ browser }) => {
    const page = await asMember(browser);
    const { time, paused, ready, video } = film(page);
    await page.goto('/isa-online-courses/1012');
    await untilAlive(page);
    await ready();
    await page.keyboard.press('m');
    await page.keyboard.press('k');
    await expect.poll(paused).toBe(false);
    await page.keyboard.press('k');
    await expect.poll(paused).toBe(true);
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
      video.evaluate((element: HTMLVideoElement) =>
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
    await page.context().close();
  });

  test('is led to the next lesson, unless that is stopped', async ({ browser }) => {
    const page = await asMember(browser);
    const { ready, seek, playMuted, paused, video } = film(page);
    await page.goto('/isa-online-courses/1014');
    await ready();
    await playMuted();
    await seek(await video.evaluate((element: HTMLVideoElement) => element.duration - 0.3));
    await expect(page.getByText(/Next lesson in \d s/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText(/Next lesson in/)).toBeHidden();
    await expect(page).toHaveURL('/isa-online-courses/1014');
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page).toHaveURL('/isa-online-courses/1015');
    await expect.poll(paused).toBe(false);

    await page.goto('/my-courses');
    const ticked = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Watched' }) });
    await expect(ticked.locator('a[href="/isa-online-courses/1014"]')).toHaveCount(1);
    await page.context().close();
  });

  test('does not notice that the ticket is renewed', async ({ browser }) => {
    const page = await asMember(browser);
    const { ready, video } = film(page);
    await page.clock.install();
    await page.goto('/isa-online-courses/1016');
    await ready();
    const source = await video.getAttribute('src');
    const renewed = page.waitForResponse((response) => response.url().includes('/api/video-tickets'));
    await page.clock.fastForward('12:00');
    expect((await renewed).ok()).toBe(true);
    await expect(video).toHaveAttribute('src', source ?? '');
    expect(await video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
    await page.context().close();
  });

  test('gets the picture back when the network does', async ({ browser }) => {
    const page = await asMember(browser);
    const { ready } = film(page);
    let away = true;
    let tickets = 0;
    await page.route('**/api/video/*.mp4*', (route) => (away ? route.abort() : route.continue()));
    // The first ticket is there; then the network goes.
    await page.route(TICKETS, (route) => {
      tickets += 1;
      return away && tickets > 1 ? route.abort() : route.continue();
    });
    await page.goto('/isa-online-courses/1017');
    await expect(page.getByText('The connection was lost.', { exact: false })).toBeVisible();
    away = false;
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await ready();
    await expect(page.getByText('The connection was lost.', { exact: false })).toBeHidden();
    await page.context().close();
  });

  test('has the phone’s own player on a phone', async ({ browser }) => {
    const context = await browser.newContext({ ...devices['Pixel 7'], storageState: signedIn });
    const page = await context.newPage();
    await page.goto(LESSON);
    const video = page.locator('video');
    await expect(video).toHaveAttribute('controls');
    await expect(video).toHaveAttribute('controlslist', 'nodownload');
    await expect(page.getByRole('group', { name: 'Player controls' })).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await context.close();
  });

  test('is asked to log in when the session has ended, and comes back to the same lesson', async ({
    browser,
  }) => {
    const page = await asMember(browser);
    await page.route(PERMISSIONS, (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        json: {
          id: 'not-signed-in',
          title: 'Please log in first.',
          status: 401,
          message: 'Please log in first.',
        },
      }),
    );
    await page.goto(LESSON);
    const way = page.getByRole('main').getByRole('link', { name: 'Log in' });
    await expect(way).toHaveAttribute('href', `/login?next=${encodeURIComponent(LESSON)}`);
    await page.context().close();
  });
});
