import { messages, type Receipt } from '@isa/api-contract';
import { expect, type Page, test } from '@playwright/test';
import { buy, logIn, logOut, newCustomer, submitLogin } from './support/customer';
import { ordersOf } from './support/database';
import { waitUntilHydrated } from './support/hydration';
import { addToCart, banner, basketLink, main, video } from './support/page';
import { videoOf } from './support/video';

const LESSON = '/isa-online-courses/1007';
const basketCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'basket')?.value;

test('a customer buys access at a locked lesson and watches its video', async ({ page }) => {
  test.slow();
  const customer = newCustomer();

  await test.step('the lesson is locked for a visitor', async () => {
    await page.goto(LESSON);
    await expect(main(page).getByText(messages.lesson.locked)).toBeVisible();
    await expect(main(page).getByText(messages.lesson.loginNeeded)).toBeVisible();
    await expect(main(page).getByRole('button', { name: messages.lesson.unlock })).toBeDisabled();
  });

  await test.step('the registration shows every message of the specification', async () => {
    await page.goto('/register');
    await waitUntilHydrated(page);
    const form = page.getByRole('form', { name: 'Register' });
    const password = form.locator('[name=password]');
    const button = form.getByRole('button', { name: 'Register' });
    await expect(button).toBeDisabled();

    await form.getByLabel('User name').fill('ab');
    await expect(form.getByText(messages.account.nameTooShort)).toBeVisible();
    await form.getByLabel('User name').fill('agent7');
    await expect(form.getByText(messages.account.nameHasNumber)).toBeVisible();
    await form.getByLabel('User name').fill(customer.username);
    await form.getByLabel('Full name').fill(customer.name);
    await form.getByLabel('Email').fill('robin@');
    await expect(form.getByText(messages.account.emailInvalid)).toBeVisible();
    await form.getByLabel('Email').fill(customer.email);
    await password.fill('short');
    await expect(form.getByText(messages.account.passwordTooShort)).toBeVisible();
    await password.fill(customer.password);
    await form.getByLabel('Repeat password').fill('something-else');
    await expect(form.getByText(messages.account.passwordsDiffer)).toBeVisible();
    await form.getByLabel('Repeat password').fill(customer.password);
    await form.getByRole('checkbox').check();
    await form.getByRole('checkbox').uncheck();
    await expect(form.getByText(messages.account.termsMissing)).toBeVisible();
    await expect(button).toBeDisabled();
    await form.getByRole('checkbox').check();
    await expect(button).toBeEnabled();
    await button.click();
    await expect(page).toHaveURL('/login');
  });

  await test.step('the login rejects a wrong password and accepts the right one', async () => {
    const form = await submitLogin(page, { ...customer, password: 'not the password' });
    await expect(form.getByText(messages.account.invalidCredentials)).toBeVisible();
    await expect(form.getByLabel('Email')).toHaveValue(customer.email);
    await logIn(page, customer);
    await expect(page).toHaveURL('/');
    const token = (await page.context().cookies()).find(({ name }) => name === 'token');
    expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  });

  await test.step('unlocking puts premium access into the basket', async () => {
    await page.goto(LESSON);
    await main(page).getByRole('button', { name: messages.lesson.unlock }).click();
    await expect(page).toHaveURL('/isa-basket');
    await expect(main(page).getByText('£77.00').first()).toBeVisible();
    await expect(main(page).getByRole('button', { name: /more|increase|plus/i })).toHaveCount(0);
    await expect(main(page).getByText('£15.00')).toHaveCount(0);
    await expect(basketLink(page)).toContainText('1');
  });

  await test.step('a book is added from its page', async () => {
    await banner(page).getByRole('link', { name: 'Books' }).first().click();
    await main(page).locator('a[href="/isa-books/1"]').first().click();
    await expect(page).toHaveURL('/isa-books/1');
    await addToCart(page);
    await expect(page.getByRole('status').filter({ hasText: 'is in your cart' })).toBeVisible();
    await expect(basketLink(page)).toContainText('2');
    await page.goto('/isa-basket');
    await expect(main(page).getByText('£15.00')).toBeVisible();
    await expect(main(page).getByText('£126.74')).toBeVisible();
    await expect(main(page).getByText(/including VAT/)).toBeVisible();
  });

  await test.step('the sandbox takes the payment', async () => {
    await main(page).getByRole('link', { name: 'Check out' }).click();
    await expect(page).toHaveURL('/checkout');
    await expect(main(page).getByRole('heading', { level: 1, name: 'Secure Checkout' })).toBeVisible();
    await expect(main(page).getByText('£126.74').first()).toBeVisible();
    await expect(main(page).getByRole('checkbox')).toHaveCount(0);
    await buy(page);
    await expect(main(page).getByText(messages.shop.thanks)).toBeVisible();
    await expect(main(page).getByText(messages.shop.enjoyed)).toBeVisible();
    expect(await basketCookie(page)).toBeUndefined();
  });

  await test.step('the lesson plays from the list of courses', async () => {
    await page.goto('/my-courses');
    await expect(page.getByRole('heading', { level: 1, name: 'My Online Courses' })).toBeVisible();
    // The whole video may have arrived before it plays.
    const partial = page.waitForResponse(
      (response) => response.url().includes('/api/video/1007.mp4') && response.status() === 206,
    );
    await main(page).locator('a[href="/isa-online-courses/1007"]').first().click();
    const player = videoOf(page);
    await expect(video(page)).toBeVisible();
    await player.playMuted();
    await partial;
    await expect.poll(player.time).toBeGreaterThan(0.2);
    await video(page).evaluate(
      (element: HTMLVideoElement) => void (element.currentTime = element.duration / 2),
    );
    await expect
      .poll(() =>
        video(page).evaluate(
          (element: HTMLVideoElement) => !element.seeking && element.currentTime > element.duration / 3,
        ),
      )
      .toBe(true);
  });

  await test.step('the player offers no download', async () => {
    await expect(video(page)).toHaveAttribute('controlslist', /nodownload/);
    expect(await video(page).evaluate((player: HTMLVideoElement) => player.disablePictureInPicture)).toBe(
      true,
    );
    await video(page).evaluate((player) => player.setAttribute('controlslist', ''));
    await expect(video(page)).toHaveAttribute('controlslist', /nodownload/);
    const prevented = await video(page).evaluate((player) => {
      const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
      return !player.dispatchEvent(event);
    });
    expect(prevented).toBe(true);
  });

  await test.step('the lesson is locked after logging out', async () => {
    // Logging out reloads the page.
    await logOut(page);
    await expect(main(page).getByText(messages.lesson.locked)).toBeVisible();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token');
    await page.goto('/my-courses');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('a visitor without an account buys a book', async ({ page }) => {
  await page.goto('/isa-books/2');
  await addToCart(page);
  await page.goto('/checkout');
  await expect(main(page).getByText('£49.74').first()).toBeVisible();
  const captured = page.waitForResponse(/\/api\/order-links\/[^/]+\/check$/);
  await buy(page);
  // The API's types describe its response, so the cast is safe.
  const { order } = (await (await captured).json()) as { order: Receipt };
  await expect(main(page).getByText(messages.shop.thanks)).toBeVisible();
  await expect(main(page).getByText(order.number).first()).toBeVisible();

  const [row] = ordersOf(order.number);
  expect(row).toMatchObject({
    status: 'captured',
    total: 4974,
    user_id: null,
    buyer_email: order.buyerEmail,
  });
  expect(row?.buyer_email).toMatch(/@/);
});
