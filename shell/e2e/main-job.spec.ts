import { messages, type Order } from '@isa/api-contract';
import { expect, type Page, test } from '@playwright/test';
import { logIn, logOut, newPerson, pay } from './support/customer';
import { ordersOf } from './support/database';

const LESSON = '/isa-online-courses/1007';
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /cart|basket/i });
const basketCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'basket')?.value;

test('from a locked lesson to a playing video', async ({ page }) => {
  test.slow();
  const person = newPerson();

  await test.step('a visitor meets the lock', async () => {
    await page.goto(LESSON);
    const main = page.getByRole('main');
    await expect(main.getByText(messages.lesson.locked)).toBeVisible();
    await expect(main.getByText(messages.lesson.loginNeeded)).toBeVisible();
    await expect(main.getByRole('button', { name: messages.lesson.unlock })).toBeDisabled();
  });

  await test.step('registers, with every message of the specification on the way', async () => {
    await page.goto('/register');
    const form = page.getByRole('form', { name: 'Register' });
    const password = form.locator('[name=password]');
    const button = form.getByRole('button', { name: 'Register' });
    await expect(button).toBeDisabled();

    await form.getByLabel('User name').fill('ab');
    await expect(form.getByText(messages.account.nameTooShort)).toBeVisible();
    await form.getByLabel('User name').fill('agent7');
    await expect(form.getByText(messages.account.nameHasNumber)).toBeVisible();
    await form.getByLabel('User name').fill(person.username);
    await form.getByLabel('Full name').fill(person.name);
    await form.getByLabel('E-mail').fill('robin@');
    await expect(form.getByText(messages.account.emailInvalid)).toBeVisible();
    await form.getByLabel('E-mail').fill(person.email);
    await password.fill('short');
    await expect(form.getByText(messages.account.passwordTooShort)).toBeVisible();
    await password.fill(person.password);
    await form.getByLabel('Repeat password').fill('something-else');
    await expect(form.getByText(messages.account.passwordsDiffer)).toBeVisible();
    await form.getByLabel('Repeat password').fill(person.password);
    await form.getByRole('checkbox').check();
    await form.getByRole('checkbox').uncheck();
    await expect(form.getByText(messages.account.termsMissing)).toBeVisible();
    await expect(button).toBeDisabled();
    await form.getByRole('checkbox').check();
    await expect(button).toBeEnabled();
    await button.click();
    await expect(page).toHaveURL('/login');
  });

  await test.step('logs in, after a wrong password', async () => {
    const form = page.getByRole('form', { name: 'Log in' });
    await form.getByLabel('E-mail').fill(person.email);
    await form.locator('[name=password]').fill('not the password');
    await form.getByRole('button', { name: 'Login' }).click();
    await expect(form.getByText(messages.account.invalidCredentials)).toBeVisible();
    await expect(form.getByLabel('E-mail')).toHaveValue(person.email);
    await logIn(page, person);
    await expect(page).toHaveURL('/');
    const token = (await page.context().cookies()).find(({ name }) => name === 'token');
    expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  });

  await test.step('unlocks, and finds premium access in the basket', async () => {
    await page.goto(LESSON);
    await page.getByRole('main').getByRole('button', { name: messages.lesson.unlock }).click();
    await expect(page).toHaveURL('/isa-basket');
    const main = page.getByRole('main');
    await expect(main.getByText('£77.00').first()).toBeVisible();
    await expect(main.getByRole('button', { name: /more|increase|plus/i })).toHaveCount(0);
    await expect(main.getByText('£15.00')).toHaveCount(0);
    await expect(badge(page)).toContainText('1');
  });

  await test.step('adds a book from its page', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Books' }).first().click();
    await page.getByRole('main').locator('a[href="/isa-books/1"]').first().click();
    await expect(page).toHaveURL('/isa-books/1');
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
    await expect(page.getByRole('status').filter({ hasText: 'is in your basket' })).toBeVisible();
    await expect(badge(page)).toContainText('2');
    await page.goto('/isa-basket');
    const main = page.getByRole('main');
    await expect(main.getByText('£15.00')).toBeVisible();
    await expect(main.getByText('£126.74')).toBeVisible();
    await expect(main.getByText(/including VAT/)).toBeVisible();
  });

  await test.step('pays in the sandbox', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Check out' }).click();
    await expect(page).toHaveURL('/checkout');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Secure Checkout' })).toBeVisible();
    await expect(main.getByText('£126.74').first()).toBeVisible();
    await main.getByRole('checkbox').check();
    await pay(page, main.getByRole('button', { name: 'PayPal', exact: true }));
    await expect(page).toHaveURL('/payment-successful', { timeout: 20_000 });
    await expect(main.getByText(messages.shop.thanks)).toBeVisible();
    await expect(main.getByText(messages.shop.enjoyed)).toBeVisible();
    expect(await basketCookie(page)).toBeUndefined();
  });

  await test.step('finds the courses and plays the lesson', async () => {
    await page.goto('/my-courses');
    await expect(page.getByRole('heading', { level: 1, name: 'My Online Courses' })).toBeVisible();
    await page.getByRole('main').locator('a[href="/isa-online-courses/1007"]').first().click();
    const video = page.locator('video');
    await expect(video).toBeVisible();
    const partial = page.waitForResponse(
      (response) => response.url().includes('/api/video/1007.mp4') && response.status() === 206,
    );
    await video.evaluate(async (player: HTMLVideoElement) => {
      player.muted = true;
      await player.play();
    });
    await partial;
    await expect
      .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
      .toBeGreaterThan(0.2);
    await video.evaluate((player: HTMLVideoElement) => void (player.currentTime = player.duration / 2));
    await expect
      .poll(() =>
        video.evaluate(
          (player: HTMLVideoElement) => !player.seeking && player.currentTime > player.duration / 3,
        ),
      )
      .toBe(true);
  });

  await test.step('cannot download it by the player’s menu', async () => {
    const video = page.locator('video');
    await expect(video).toHaveAttribute('controlslist', /nodownload/);
    expect(await video.evaluate((player: HTMLVideoElement) => player.disablePictureInPicture)).toBe(true);
    await video.evaluate((player) => player.setAttribute('controlslist', ''));
    await expect(video).toHaveAttribute('controlslist', /nodownload/);
    const prevented = await video.evaluate((player) => {
      const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
      return !player.dispatchEvent(event);
    });
    expect(prevented).toBe(true);
  });

  await test.step('logs out and meets the lock again', async () => {
    // Logging out loads the page anew.
    await logOut(page);
    await expect(page.getByRole('main').getByText(messages.lesson.locked)).toBeVisible();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token');
    await page.goto('/my-courses');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('a visitor without an account buys a book', async ({ page }) => {
  await page.goto('/isa-books/2');
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await page.goto('/checkout');
  const main = page.getByRole('main');
  await expect(main.getByText('£49.74').first()).toBeVisible();
  const captured = page.waitForResponse(/\/api\/orders\/[^/]+\/capture$/);
  await pay(page, main.getByRole('button', { name: 'PayPal', exact: true }));
  const { order } = (await (await captured).json()) as { order: Order };
  await expect(page).toHaveURL('/payment-successful', { timeout: 20_000 });
  await expect(main.getByText(messages.shop.thanks)).toBeVisible();
  await expect(main.getByText(order.number).first()).toBeVisible();

  const [row] = ordersOf(order.number);
  expect(row).toMatchObject({
    status: 'captured',
    total: 4974,
    user_id: null,
    buyer_email: order.buyerEmail,
  });
  expect(row?.buyer_email).toMatch(/@/);
});
