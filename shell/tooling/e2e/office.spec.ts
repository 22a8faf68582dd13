import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { oneTimeCode } from '../../../api/testing/one-time-code';
import { addAuthenticator } from './support/authenticator';
import { violations } from './support/axe';
import { buy, logIn, newCustomer, register, signUp } from './support/customer';
import { waitUntilHydrated } from './support/hydration';
import { linkFrom } from './support/mails';
import { main } from './support/page';
import { dataFolder, ports } from './support/site';

const office = `http://office.localhost:${ports.site}`;

/** The link that `npm start` prints. */
const demoLink = () => readFileSync(path.join(dataFolder, 'office-link'), 'utf8').trim();

/** The cookies of the last login. */
let session: Awaited<ReturnType<BrowserContext['cookies']>> = [];

/**
 * Opens a page of the office as the demo member of staff, by the link of `npm start`. It is opened only when the last session has ended: logins from one
 * address are limited.
 */
async function logInAtOffice(page: Page, address = '/'): Promise<void> {
  await page.context().addCookies(session);
  await page.goto(office + address);
  if (new URL(page.url()).pathname !== '/login') return;
  await page.goto(demoLink());
  await page.goto(office + address);
  session = await page.context().cookies(office);
}

/** Buys a book as a guest. @returns the order's number. */
async function buyBook(page: Page, bookId: number): Promise<string> {
  await page.goto(`/isa-books/${bookId}`);
  await waitUntilHydrated(page);
  await main(page)
    .getByRole('button', { name: /Add to cart|Pre-order/ })
    .first()
    .click();
  await page.goto('/checkout');
  await buy(page);
  return (
    (await main(page)
      .getByText(/^ISA-\d{4}-\d+$/)
      .textContent()) ?? ''
  );
}

for (const width of [375, 1440]) {
  test.describe(`at ${width} px, without scripts at the office`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('staff send an order, its buyer returns it, staff refund it, and both read what happened', async ({
      page,
      browser,
    }) => {
      const number = await buyBook(page, 1);
      const context = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width, height: 900 },
      });
      const desk = await context.newPage();
      await logInAtOffice(desk, `/orders?search=${number}`);
      await desk.getByRole('link', { name: number }).click();
      await desk.getByLabel('Tracking number').fill('RM 123 456');
      await desk.getByRole('button', { name: 'Mark as sent' }).click();
      await expect(desk.getByText(/^Sent\s+\d/)).toBeVisible();

      await page.setViewportSize({ width, height: 900 });
      await main(page).getByRole('link', { name: 'Follow this order' }).click();
      await expect(main(page).getByText('Tracking number RM 123 456')).toBeVisible();
      await main(page).getByRole('button', { name: 'Return books' }).click();
      await main(page).getByRole('button', { name: 'Yes, I will send them back' }).dblclick();
      await expect(main(page).getByText(/^You told us on/)).toBeVisible();
      await desk.reload();
      await expect(desk.getByRole('cell', { name: 'Return requested by the buyer' })).toHaveCount(1);

      await desk.getByRole('link', { name: 'Refund' }).click();
      await desk.getByLabel(/^Volume 1|^Covert Surveillance, Volume 1/).fill('1');
      await desk.getByLabel(/^Reason/).fill('Damaged in the post');
      await desk.getByRole('button', { name: 'Check the refund' }).click();
      // Nothing is refunded before the second step, which repeats the sum, the lines and the buyer.
      await expect(desk.getByRole('row', { name: /Volume 1.*£34\.74/ })).toBeVisible();
      await expect(desk.getByText('Alex Morgan')).toBeVisible();
      const order = await context.newPage();
      await order.goto(new URL('.', desk.url()).href.replace(/\/$/, ''));
      await expect(order.getByText('£49.74').first()).toBeVisible();
      await expect(order.getByText(/Refund of £/)).toHaveCount(0);
      await order.close();
      await desk.getByRole('button', { name: 'Refund £34.74' }).click();
      await expect(desk.getByText('Refund of £34.74 for “Damaged in the post”: done.')).toBeVisible();
      await expect(desk.getByRole('cell', { name: /Refund confirmed/ })).toBeVisible();
      expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await context.close();

      await page.reload();
      const refunds = main(page).getByRole('region', { name: 'Refunds' });
      await expect(refunds).toContainText(/£34\.74 refunded on .*: .*Volume 1/);
      await expect(refunds).toContainText('Paid after refunds: £15.00');
      await expect(main(page).getByRole('button', { name: 'Return books' })).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  });
}

for (const width of [375, 1440]) {
  test(`staff answer a message, help a customer and export the newsletter without scripts at ${width} px`, async ({
    page,
    browser,
  }) => {
    const customer = newCustomer();
    await register(page, customer);
    const message = `Is there a course in May? ${customer.email}`;
    const [name, surname] = ['Vera', 'Visitor'];
    const enquiry = { name, surname, email: customer.email, department: 'Sales', message };
    expect((await page.request.post('/api/contact', { data: enquiry })).ok()).toBe(true);

    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 900 },
    });
    const desk = await context.newPage();
    await logInAtOffice(desk, '/enquiries');
    await desk.getByRole('row', { name: customer.email }).getByRole('link', { name: 'Vera Visitor' }).click();
    await desk.getByLabel('Answer').fill('Yes, from the 4th.');
    await desk.getByRole('button', { name: 'Send the answer' }).click();
    await expect(desk.getByText('Yes, from the 4th.')).toBeVisible();
    await desk.goto(`${office}/enquiries`);
    await expect(desk.getByRole('row', { name: customer.email })).toHaveCount(0);

    if (width === 375) await desk.getByText('Menu').click();
    await desk.getByRole('link', { name: 'Customers', exact: true }).click();
    await desk.getByRole('searchbox').fill(customer.email);
    await desk.getByRole('button', { name: 'Search' }).click();
    await desk.getByRole('link', { name: customer.name }).click();
    await desk.getByRole('link', { name: 'Grant premium access' }).click();
    await desk.getByLabel('Reason').fill('Teaches with us');
    await desk.getByRole('button', { name: 'Grant premium access' }).click();
    await expect(desk.getByText('granted by the office: Teaches with us')).toBeVisible();
    await desk.getByRole('button', { name: 'Send a link to reset the password' }).click();
    await expect(desk.getByRole('status')).toBeVisible();
    expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

    expect((await page.request.post('/api/newsletter', { data: { EMAIL: customer.email } })).ok()).toBe(true);
    await page.goto(await linkFrom(page.request, customer.email, 'newsletter'));
    await page.getByRole('button', { name: 'Yes, subscribe me' }).click();
    await expect(page.getByText('Welcome! Your subscription is confirmed.')).toBeVisible();
    if (width === 375) await desk.getByText('Menu').click();
    await desk.getByRole('link', { name: 'Newsletter', exact: true }).click();
    const download = desk.waitForEvent('download');
    await desk.getByRole('link', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('newsletter.csv');
    await context.close();

    await page.goto('/login');
    await logIn(page, customer);
    await page.goto('/isa-online-courses/1007');
    await expect(main(page).getByText('Purchase premium access')).toHaveCount(0);
    await expect(page.locator('video')).toBeVisible();
  });
}

test('what staff change in the catalogue is on the site, and what they restore', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const desk = await context.newPage();
  await logInAtOffice(desk, '/catalogue/book/8');
  await desk.getByLabel('Price in pounds').first().fill('0');
  await desk.getByLabel('Expected month').fill('2027-03');
  await desk.getByRole('button', { name: 'Save' }).click();
  await expect(desk.getByText('Enter a price above £0.')).toBeVisible();
  await expect(desk.getByLabel('Expected month')).toHaveValue('2027-03');
  await desk.getByLabel('Price in pounds').first().fill('31.00');
  await desk.getByRole('button', { name: 'Save' }).click();
  await expect(desk.getByRole('cell', { name: 'expected month' }).first()).toBeVisible();

  /** @returns the page as the site's host sends it, when it is built again. */
  const built = async () => (await page.request.get('/isa-books/8')).text();
  await expect.poll(built).toContain('March 2027');
  await page.goto('/isa-books/8');
  await expect(main(page).getByText('we expect it in March 2027')).toBeVisible();

  await desk.getByRole('link', { name: '1', exact: true }).click();
  await desk.getByRole('button', { name: 'Restore this version' }).click();
  await expect.poll(built).not.toContain('March 2027');
  await context.close();
});

test('what staff type survives a lost connection, and an answer that has arrived is sent once', async ({
  page,
  context,
}) => {
  const { email } = newCustomer();
  const enquiry = { name: 'Vera', surname: 'Lost', email, department: 'Sales', message: `Dates? ${email}` };
  expect((await page.request.post('/api/contact', { data: enquiry })).ok()).toBe(true);
  await logInAtOffice(page, '/enquiries');
  await page.getByRole('row', { name: email }).getByRole('link', { name: 'Vera Lost' }).click();
  const address = page.url();
  const answer = page.getByLabel('Answer');
  await answer.fill('Yes, from the 4th.');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await context.setOffline(false);
  await page.goto(address);
  await expect(answer).toHaveValue('Yes, from the 4th.');
  await expect(page.getByText('What you typed here was not saved.')).toBeVisible();

  // Another form of the page is saved.
  await page.getByLabel('State').selectOption('booked');
  await page.getByRole('button', { name: 'Save the state' }).click();
  await expect(page.getByText('Done.')).toBeVisible();
  await expect(answer).toHaveValue('Yes, from the 4th.');

  // The server gets the answer, and its response is lost.
  const status = await page.getByRole('button', { name: 'Send the answer' }).evaluate(async (button) => {
    const form = button.closest('form');
    if (!form) throw new Error('The button has no form.');
    const fields = [...new FormData(form)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : '',
    ]);
    const init = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' } as const;
    return (await fetch(location.href, init)).type;
  });
  expect(status).toBe('opaqueredirect');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await context.setOffline(false);
  await page.goto(address);
  await expect(page.locator('article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('Done.')).toBeVisible();
  await expect(page.locator('article')).toHaveCount(2);
  await page.goto(address);
  await expect(answer).toHaveValue('');
});

test('staff see a price and a text as the site will show them, before they save', async ({ page }) => {
  await logInAtOffice(page, '/catalogue/book/2');
  await page.getByLabel('Price in pounds').first().fill('£1.024,99');
  await page.getByLabel(/^Text/).fill('## For whom\n\nEverybody.');
  const preview = (part: string) => page.getByRole('region', { name: `Preview: ${part}` });
  await expect(preview('Title, price and stock')).toContainText('£1,024.99');
  await expect(preview('Text').getByRole('heading', { name: 'For whom' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('What you typed here was not saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByLabel('Price in pounds').first()).toHaveValue('34.74');
});

for (const width of [375, 1440]) {
  test(`the buttons for selected orders stay in view at ${width} px`, async ({ page }) => {
    await buyBook(page, 1);
    await logInAtOffice(page, '/orders');
    await page.setViewportSize({ width, height: 500 });
    const button = page.getByRole('button', { name: 'Mark selected as sent' });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription('No order selected');
    await page.getByRole('checkbox').nth(1).check();
    await expect(page.getByText('1 selected')).toBeVisible();
    await expect(button).toBeEnabled();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('address labels are printed whole, although many are on a sheet', async ({ page }) => {
  const number = await buyBook(page, 2);
  await logInAtOffice(page, `/orders?search=${number}`);
  await main(page).getByRole('link', { name: number }).click();
  await page.getByRole('link', { name: 'Address label' }).click();
  const label = main(page).getByRole('article');
  await expect(label).toBeVisible();
  // A sheet with the same label thirty times, as for thirty orders.
  await label.evaluate((one) => {
    for (let at = 1; at < 30; at += 1) one.after(one.cloneNode(true));
  });
  await page.emulateMedia({ media: 'print' });
  const rules = await label.evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside));
  expect(rules).toEqual(Array.from({ length: 30 }, () => 'avoid'));
});

test('a packing slip is a table on paper, which is narrower than a screen', async ({ page }) => {
  const number = await buyBook(page, 1);
  await logInAtOffice(page, `/orders?search=${number}`);
  await main(page).getByRole('link', { name: number }).click();
  await page.getByRole('link', { name: 'Packing slip' }).click();
  // A5 without its margins.
  await page.setViewportSize({ width: 480, height: 700 });
  const quantity = main(page).locator('td.number');
  await expect(quantity).toHaveCSS('display', 'block');
  await page.emulateMedia({ media: 'print' });
  await expect(quantity).toHaveCSS('display', 'table-cell');
  await expect(main(page).getByRole('columnheader', { name: 'Quantity' })).toBeVisible();
});

test('a post that staff write is prerendered and in the site map until they withdraw it', async ({
  page,
}) => {
  const textOf = async (address: string) => (await page.request.get(address)).text();
  await logInAtOffice(page, '/catalogue/post/new');
  await page.getByRole('textbox', { name: 'Title' }).fill('Lamps that nobody looks at');
  await page.getByRole('textbox', { name: 'Text' }).fill('A street has more lamps than people who look up.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/catalogue\/post\/\d+/);
  const address = `/isa-blog/${/post\/(\d+)/.exec(page.url())?.[1]}`;

  await expect.poll(() => textOf('/sitemap.xml')).toContain(`${address}<`);
  expect(await textOf(address)).toContain('A street has more lamps');

  await page.getByLabel('State').selectOption('hidden');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => textOf('/sitemap.xml')).not.toContain(`${address}<`);
});

test('a member of staff adds a passkey, logs in with it, and removes it', async ({ page }) => {
  await addAuthenticator(page);
  await logInAtOffice(page, '/passkeys');
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Desk');
  await page.getByLabel('Name').press('Enter');
  await expect(page.getByRole('cell', { name: 'Desk' })).toBeVisible();

  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Desk again');
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await expect(page.getByText('This device has a passkey for your account already.')).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.goto(`${office}/customers`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();

  await page.goto(`${office}/passkeys`);
  await page.getByRole('link', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByText('You have no passkeys here yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(/not accepted/);
});

for (const width of [375, 1440]) {
  test(`a new member of staff sets up an authenticator app and logs in with it without scripts at ${width} px`, async ({
    page,
    browser,
  }) => {
    const customer = await signUp(page);
    await page.goto(await linkFrom(page.request, customer.email, 'verify-email'));
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(page.getByText('Your email is confirmed.')).toBeVisible();

    const viewport = { width, height: 900 };
    const desk = await (await browser.newContext({ javaScriptEnabled: false, viewport })).newPage();
    await desk.goto(demoLink());
    await desk.goto(`${office}/staff`);
    await desk.getByLabel('Account email').fill(customer.email);
    await desk.getByRole('button', { name: 'Grant the role' }).click();
    const link = (await desk.getByText('/enrol/').textContent()) ?? '';
    await desk.context().close();

    // Opening the link uses nothing up.
    await page.setViewportSize(viewport);
    await page.goto(link);
    expect(await violations(page)).toEqual([]);
    const phone = await (await browser.newContext({ javaScriptEnabled: false, viewport })).newPage();
    await phone.goto(link);
    await expect(phone.getByRole('img', { name: /QR code/ })).toBeVisible();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const secret = (await phone.locator('code').textContent()) ?? '';
    await phone.getByLabel(/^Password/).fill(customer.password);
    await phone.getByLabel('Code that the app shows now').fill('000 000');
    await phone.getByRole('button', { name: 'Set up and log in' }).click();
    await expect(phone.getByText(/not the code in the app/).first()).toBeVisible();
    await expect(phone.locator('code')).toHaveText(secret);
    await phone.getByLabel(/^Password/).fill(customer.password);
    await phone.getByLabel('Code that the app shows now').fill(oneTimeCode(secret));
    await phone.getByRole('button', { name: 'Set up and log in' }).click();
    await expect(phone.getByRole('heading', { name: 'Orders' })).toBeVisible();

    if (width === 375) await phone.getByText('Menu').click();
    await phone.getByRole('button', { name: 'Log out' }).click();
    await phone.goto(link);
    await expect(phone.getByText(/no longer valid/)).toBeVisible();
    await phone.goto(`${office}/customers`);
    // The code of the set-up counts no more, and a phone's clock may be half a minute ahead.
    const next = oneTimeCode(secret, Date.now() + 30_000);
    await phone.getByLabel('Email').fill(customer.email);
    await phone.getByLabel(/^Password/).fill(customer.password);
    await phone.getByLabel('One-time code').fill(`${next.slice(0, 3)} ${next.slice(3)}`);
    await phone.getByLabel('One-time code').press('Enter');
    await expect(phone.getByRole('heading', { name: 'Customers' })).toBeVisible();
    await phone.context().close();
  });
}

test('every page of the office is accessible, and as wide as the screen', async ({ page }) => {
  await logInAtOffice(page);
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of [
      '/',
      '/reports',
      '/orders',
      '/orders?list=all',
      '/enquiries',
      '/catalogue/book',
      '/catalogue/book/1',
      '/catalogue/book/1/versions/1',
      '/catalogue/course/1',
      '/catalogue/lesson/1001',
      '/catalogue/post/new',
      '/customers',
      '/newsletter',
      '/staff',
      '/staff-view',
      '/passkeys',
      '/passkeys/confirm',
      '/passkeys/new',
      '/authenticator',
    ]) {
      await page.goto(office + address);
      expect(await violations(page), `${address} at ${width} px`).toEqual([]);
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth, `${address} at ${width} px`).toBe(width);
    }
  }
  await page.getByRole('button', { name: 'Log out' }).click();
  expect(await violations(page)).toEqual([]);
});

test('a script of the site can neither read a page of the office nor use its forms', async ({ page }) => {
  const number = await buyBook(page, 4);
  await logInAtOffice(page, '/orders');
  await page.goto('/');
  const attack = await page.evaluate(async (url) => {
    const tried = async (init: RequestInit) => {
      try {
        const response = await fetch(url, { credentials: 'include', ...init });
        return `${response.type} ${(await response.text()).length}`;
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error);
      }
    };
    const body = new URLSearchParams({ email: 'thief@example.org' });
    return [
      await tried({}),
      await tried({ method: 'POST', body }),
      await tried({ method: 'POST', body, mode: 'no-cors' }),
    ];
  }, `${office}/staff`);
  expect(attack).toEqual(['refused', 'refused', 'refused']);

  await page.goto(`${office}/orders?search=${number}`);
  await expect(page.getByRole('link', { name: number })).toBeVisible();
});

test('the office exists on its own host only', async ({ page }) => {
  for (const host of ['localhost', 'preview.localhost', 'ops.localhost']) {
    const response = await page.goto(`http://${host}:${ports.site}/staff`);
    expect([host, response?.status()]).toEqual([host, 404]);
  }
});
