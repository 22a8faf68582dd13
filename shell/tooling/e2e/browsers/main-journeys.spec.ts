import { messages } from '@isa/api-contract';
import { newCustomer } from '../support/customer';
import { siteMapPaths } from '../support/requests';
import { expect, test } from './support/test';

const banner = 'header';
const main = 'main';
const heading = (name: string | RegExp) => ({ role: 'heading', name, within: main });
const link = (name: string | RegExp, within = main) => ({ role: 'link', name, within });
const button = (name: string | RegExp, within = main) => ({ role: 'button', name, within });

const errorCard = button('Try again');
const SHOP = /^\/shop\/.*\.js/;

test('a visitor reads and navigates pages of all remotes', async ({ tab, errors }) => {
  await tab.open('/');
  await tab.expectHydrated();
  await tab.click(link('Books', banner));
  await tab.expectPath('/isa-books/all-books');
  await tab.find(heading('Books'));
  await tab.click({ css: 'main a[href="/isa-books/1"]' });
  await tab.expectPath('/isa-books/1');
  await tab.find(heading(/Volume 1/));
  await tab.click(link('Online Courses', banner));
  await tab.expectPath('/isa-online-courses');
  await tab.find(heading('Basic Covert Surveillance'));
  await tab.click(link(/cart/i, banner));
  await tab.find({ text: messages.shop.emptyBasket, within: main });
  await tab.back();
  await tab.expectPath('/isa-online-courses');
  await tab.find(heading('Basic Covert Surveillance'));
  expect(await errors()).toEqual([]);
});

test('menus and search work by keyboard', async ({ tab, errors }) => {
  await tab.open('/contact');
  await tab.expectHydrated();
  await tab.press('Tab');
  await tab.expectFocus({ role: 'link', name: 'Skip to content' });
  const opener = button('Training Courses', banner);
  await tab.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('header button')];
    buttons.find(({ textContent }) => textContent.includes('Training Courses'))?.focus();
  });
  await tab.press('Enter');
  await tab.find({ role: 'link', name: /surveillance/i, within: banner });
  await tab.press('Tab', 'Escape');
  await tab.expectFocus(opener);
  await tab.press(' ', 'Tab', 'Tab', 'Enter');
  await tab.expectPath('/isa-surveillance-courses');

  await tab.press('Control+k');
  await tab.expectFocus({ role: 'searchbox' });
  await tab.press(...'vehicel');
  const results = { css: 'dialog[open] li a' };
  await tab.find(results);
  await tab.press('Down');
  await tab.expectFocus(results);
  await tab.press('Enter');
  await tab.expectGone({ role: 'dialog' });
  await tab.find({ css: 'main [data-remote="learning"]' });
  expect(await errors()).toEqual([]);
});

test('nothing shows or focuses a page that is laid out for the next click', async ({ tab, errors }) => {
  await tab.open('/contact');
  await tab.expectHydrated();
  await tab.evaluate(() =>
    document.querySelector<HTMLElement>('header a[href="/isa-books/all-books"]')?.focus(),
  );
  await tab.expectPresent('[data-isa-page="speculative"] h1');
  const seen = await tab.evaluate(() => {
    const place = document.querySelector<HTMLElement>('[data-isa-page="speculative"]');
    const inside = place?.querySelector<HTMLElement>('a[href]');
    inside?.focus();
    return {
      height: place?.offsetHeight,
      width: inside?.offsetWidth !== 0,
      isVisible: inside?.checkVisibility(),
      isFocused: document.activeElement === inside,
    };
  });
  expect(seen).toEqual({ height: 0, width: true, isVisible: false, isFocused: false });
  await tab.press('Enter');
  await tab.expectPath('/isa-books/all-books');
  await tab.expectFocus(heading('Books'));
  expect(await errors()).toEqual([]);
});

test('a customer logs in, pays for premium access and a book, and plays a lesson', async ({
  tab,
  errors,
  request,
}) => {
  const customer = newCustomer();
  const { email, password } = customer;
  expect((await request.post('/api/signup', { data: customer })).ok()).toBe(true);

  const form = 'form[aria-label="Log in"]';
  await tab.open('/login?next=%2Fisa-books%2F1');
  await tab.expectHydrated();
  await tab.type({ label: 'Email', within: form }, email);
  await tab.type({ css: '[name=password]' }, password);
  await tab.click(button('Login', form));
  await tab.expectPath('/isa-books/1');
  await tab.click(button('Add to cart'));
  await tab.find(link(/cart.*1/i, banner));

  await tab.open('/isa-online-courses/1007');
  await tab.click(button(messages.lesson.unlock));
  await tab.expectPath('/isa-basket');
  await tab.click(link('Check out'));
  await tab.find(heading('Secure Checkout'));
  await tab.inPopup(button('PayPal'), async () => {
    await tab.click({ role: 'button', name: 'Log in' });
    await tab.click({ role: 'button', name: /^Pay £/ });
  });
  await tab.expectPath('/payment-successful');
  await tab.find({ text: messages.shop.thanks, within: main });

  await tab.open('/isa-online-courses/1007');
  await tab.find({ css: 'video' });
  await tab.evaluate(() => {
    const video = document.querySelector('video');
    if (!video) return;
    video.muted = true;
    void video.play();
  });
  await expect
    .poll(() => tab.evaluate(() => document.querySelector('video')?.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(0.2);
  expect(await errors()).toEqual([]);
});

test('only the shop’s pages fail while its scripts are unavailable, and a retry restores them', async ({
  tab,
  faults,
}) => {
  faults.failScripts(SHOP, 'down');
  await tab.open('/isa-basket');
  await tab.find(errorCard);
  await tab.find(heading(messages.unexpectedError));
  await tab.click(link('Online Courses', banner));
  await tab.find(heading('Basic Covert Surveillance'));
  await tab.back();
  await tab.find(errorCard);
  faults.restore();
  await tab.click(errorCard);
  await tab.find({ text: messages.shop.emptyBasket, within: main });
});

test('modified scripts are refused', async ({ tab, faults }) => {
  faults.failScripts(SHOP, 'modified');
  await tab.open('/isa-basket');
  await tab.find(errorCard);
  await tab.find(link('Books', banner));
  expect(await tab.evaluate(() => 'modified' in window)).toBe(false);
  faults.restore();
  await tab.click(errorCard);
  await tab.find({ text: messages.shop.emptyBasket, within: main });
});

/** Pages for which the site map has no place. */
const PRIVATE = [
  '/isa-basket',
  '/checkout',
  '/payment-successful',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password/some-token',
  '/my-courses',
  '/no-such-page',
];

test('no page prints an error or lacks its title', async ({ tab, errors, request }) => {
  test.slow();
  const pages = await siteMapPaths(request);
  // One lesson is enough, because all lessons share one page.
  const once = pages.filter((path) => !/\/10(?:0[2-9]|[12]\d|3[0-2])$/.test(path));
  for (const path of [...once, ...PRIVATE]) {
    await test.step(path, async () => {
      await tab.open(path);
      await tab.expectHydrated();
    });
  }
  expect(await errors()).toEqual([]);
});
