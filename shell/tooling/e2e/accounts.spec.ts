import { expect, type Locator, type Page, test } from '@playwright/test';
import { addAuthenticator } from './support/authenticator';
import { logIn, logOut, newAddress, newCustomer, register, signUp, submitLogin } from './support/customer';
import { linkFrom } from './support/mails';
import { addToCart, banner } from './support/page';

async function setNewPassword(page: Page, password: string): Promise<Locator> {
  const form = page.getByRole('form', { name: 'New password' });
  await form.locator('[name=newPassword]').fill(password);
  await form.getByLabel('Confirm new password').fill(password);
  await form.getByRole('button', { name: 'Change Password' }).click();
  return form;
}

/** The keys under which a tab still stores something of an account or of its visitor. */
function keptOfAccounts(tab: Page): Promise<string[]> {
  return tab.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Object.keys(storage))
      .filter((key) => /^isa-private:|:\d+-\d+$/.test(key)),
  );
}

test('an invalid reset link shows an error and offers a new one', async ({ page }) => {
  await page.goto('/reset-password/nothing-that-was-ever-sent');
  const form = await setNewPassword(page, 'battery staple');
  await expect(page.getByText('Oops! Something went wrong.')).toBeVisible();
  await expect(form.getByRole('link', { name: 'Ask for a new one' })).toBeVisible();
  await expect(form.locator('[name=newPassword]')).toHaveValue('battery staple');
});

test('the link of the mail resets a forgotten password once', async ({ page }) => {
  const customer = newCustomer();
  await register(page, customer);
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  const form = page.getByRole('form', { name: 'Forgotten password' });
  await form.getByLabel('Email').fill(customer.email);
  await form.getByRole('button', { name: 'Reset password' }).click();
  await expect(page).toHaveURL('/login');

  const link = await linkFrom(page.request, customer.email, 'reset-password');
  const changed = { ...customer, password: 'another quiet corner' };
  for (const outcome of ['changed', 'refused'] as const) {
    await page.goto(link);
    const form = await setNewPassword(page, changed.password);
    if (outcome === 'changed') await expect(page).toHaveURL('/login');
    else await expect(form.getByText('This link is no longer valid.')).toBeVisible();
  }
  await page.goto('/login');
  await logIn(page, changed);
  await expect(page).toHaveURL('/');
});

test('a login that has to wait is done by the link of the mail, in the browser that asked for it only', async ({
  page,
  browser,
}) => {
  const customer = await signUp(page);
  await page.goto(await linkFrom(page.request, customer.email, 'verify-email'));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByText('Your email is confirmed.')).toBeVisible();
  const device = await browser.newContext({ viewport: { width: 320, height: 600 } });
  const newDevice = await device.newPage();
  await newDevice.route('**/api/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '300' },
      json: { id: 'too-many-requests', status: 429, message: 'Too many attempts.' },
    }),
  );
  await newDevice.goto('/login');
  await submitLogin(newDevice, customer);
  await expect(newDevice.getByText('Please try again in 5 minutes.')).toBeVisible();
  await newDevice.getByRole('button', { name: 'Send me a login link' }).press('Enter');
  await expect(newDevice.getByText('Check your inbox.', { exact: true })).toBeVisible();
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await newDevice.evaluate(overflow)).toBe(0);

  const link = await linkFrom(newDevice.request, customer.email, 'log-in-link');
  await test.step('not in another browser', async () => {
    const other = await browser.newContext();
    const elsewhere = await other.newPage();
    await elsewhere.goto(link);
    await elsewhere.getByRole('button', { name: 'Log in' }).click();
    await expect(elsewhere.getByText('This link was requested in another browser.')).toBeVisible();
    await other.close();
  });
  await test.step('once in this one', async () => {
    await newDevice.goto(link);
    await newDevice.getByRole('form', { name: 'Log in with your link' }).getByRole('button').press('Enter');
    await expect(newDevice).toHaveURL('/');
    await newDevice.goto('/account');
    await expect(newDevice.getByText(customer.email)).toBeVisible();
  });
  await device.close();
});

test('other tabs follow a login and a log out at once', async ({ page, context }) => {
  const customer = newCustomer();
  await register(page, customer);
  const other = await context.newPage();
  await other.goto('/login');
  await expect(other.getByRole('form', { name: 'Log in' })).toBeVisible();

  await logIn(page, customer);
  await expect(other).toHaveURL('/');
  await other.goto('/account');
  await expect(other.getByText(customer.email)).toBeVisible();
  await other.getByLabel('Full name').fill('Typed And Not Saved');

  await logOut(page);
  await expect(other).toHaveURL('/login?next=%2Faccount');
  await expect.poll(() => keptOfAccounts(other)).toEqual([]);
});

test('an expired session leads to the login and back, with the basket intact', async ({ page, context }) => {
  const customer = await signUp(page);
  await page.goto('/isa-books/1');
  await addToCart(page);
  const basket = banner(page).getByRole('link', { name: 'Cart, 1 item' });
  await expect(basket).toBeVisible();
  await page.goto('/account');
  // Each of the page's requests would find the session expired and lead to the login before the form is filled.
  for (const text of [customer.email, 'This device', 'You have no passkeys yet.']) {
    await expect(page.getByText(text)).toBeVisible();
  }

  await context.clearCookies({ name: 'token' });
  const details = page.getByRole('form', { name: 'Details' });
  await details.getByLabel('Full name').fill('Robin Elsewhere');
  await details.getByRole('button', { name: 'Save details' }).click();
  await expect(page).toHaveURL('/login?next=%2Faccount');
  await logIn(page, customer);
  await expect(page).toHaveURL('/account');
  await expect(basket).toBeVisible();
});

test('the account page shows the confirmed address, changes password and email, and ends sessions', async ({
  page,
  browser,
}) => {
  test.slow();
  const customer = await signUp(page);
  await page.goto('/account');
  const main = page.getByRole('main');

  await test.step('the address is confirmed by the button behind the link of the mail', async () => {
    await expect(main.getByText('Email not confirmed')).toBeVisible();
    await page.goto(await linkFrom(page.request, customer.email, 'verify-email'));
    await main.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(main.getByText('Your email is confirmed.')).toBeVisible();
    await page.goto('/account');
    await expect(main.getByText('Email confirmed')).toBeVisible();
  });

  await test.step('the password changes with the right current password only', async () => {
    const form = main.getByRole('form', { name: 'Password' });
    await form.locator('[name=currentPassword]').fill('not the password');
    await form.locator('[name=newPassword]').fill('battery staple');
    await form.getByLabel('Confirm new password').fill('battery staple');
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(form.getByText('Invalid credentials !!!')).toBeVisible();
    await form.locator('[name=currentPassword]').fill(customer.password);
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText(/^Your password has been changed/)).toBeVisible();
  });

  await test.step('the data export is a file', async () => {
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.json$/);
  });

  const email = newAddress('new.robin');
  await test.step('the email changes when the link that was sent to the new address is confirmed', async () => {
    await main.getByRole('button', { name: 'Change email…' }).click();
    const form = main.getByRole('form', { name: 'Change email' });
    await form.getByLabel('New email').fill(email);
    await form.locator('[name=password]').fill('battery staple');
    await form.getByRole('button', { name: 'Send the link' }).click();
    await expect(main.getByText(`Open the link that we sent to ${email}.`)).toBeVisible();

    await page.goto(await linkFrom(page.request, email));
    await main.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(main.getByText('Your new email is confirmed.')).toBeVisible();
    await page.goto('/account');
    await expect(main.getByText(email)).toBeVisible();
  });

  const device = await browser.newContext();
  const elsewhere = await device.newPage();
  const changed = { ...customer, email, password: 'battery staple' };

  await test.step('the session on another device ends alone', async () => {
    await elsewhere.goto('/login');
    await logIn(elsewhere, changed);
    await page.reload();
    await main.getByRole('button', { name: /^End the session on/ }).click();
    await expect(page.getByText(/^The session on .* has ended\.$/)).toBeVisible();
    await expect(main.getByText('This device')).toBeVisible();
    await elsewhere.goto('/account');
    await expect(elsewhere).toHaveURL('/login?next=%2Faccount');
  });

  await test.step('logging out everywhere ends the session on another device', async () => {
    await logIn(elsewhere, changed);
    await main.getByRole('button', { name: 'Log out everywhere' }).click();
    await expect(page).toHaveURL('/login?next=%2Faccount');
    await elsewhere.goto('/account');
    await expect(elsewhere).toHaveURL('/login?next=%2Faccount');
    await device.close();
  });
});

test('a passkey logs in as a suggestion and by the button, until it is removed', async ({ page }) => {
  const customer = await signUp(page);
  await addAuthenticator(page);
  await page.goto('/account');
  const main = page.getByRole('main');
  const row = main.getByRole('listitem').filter({ hasText: 'Office laptop' });

  await test.step('it is created after the password was entered', async () => {
    await main.getByRole('button', { name: 'Add a passkey…' }).click();
    const form = main.getByRole('form', { name: 'Add a passkey' });
    await form.getByLabel('Name of the passkey').fill('Office laptop');
    await form.locator('[name=password]').fill(customer.password);
    await form.getByRole('button', { name: 'Create the passkey' }).click();
    await expect(row.getByText('Not used yet')).toBeVisible();
  });

  await test.step('the browser suggests it on the login page', async () => {
    await logOut(page);
    // The virtual authenticator accepts the suggestion at once.
    await main.locator('[name=email]').click();
    await expect(row.getByText(/^Last used/)).toBeVisible();
  });

  await test.step('the button takes it in a browser without suggestions', async () => {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await logOut(page);
    await main.getByRole('button', { name: 'Continue with a passkey' }).click();
    await expect(page).toHaveURL('/account');
  });

  await test.step('it is renamed, and removed with itself as proof', async () => {
    await row.getByRole('button', { name: 'Rename' }).click();
    await main.getByLabel('Name of the passkey').fill('Office laptop, drawer');
    await main.getByRole('button', { name: 'Save the name' }).click();
    await row.getByRole('button', { name: 'Remove Office laptop, drawer' }).click();
    await row.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(row.getByText('Confirmed with your passkey')).toBeVisible();
    await row.getByRole('button', { name: 'Remove the passkey' }).click();
    await expect(main.getByText('You have no passkeys yet.')).toBeVisible();
  });

  await test.step('then it is refused, and the password works', async () => {
    await logOut(page);
    await main.getByRole('button', { name: 'Continue with a passkey' }).click();
    await expect(main.getByText('We do not know this passkey.')).toBeVisible();
    await logIn(page, customer);
    await expect(page).toHaveURL('/account');
  });
});

test('a deleted account cannot log in, and no tab keeps anything of it', async ({ page, context }) => {
  const customer = await signUp(page);
  const other = await context.newPage();
  await other.goto('/account');
  await other.getByLabel('Full name').fill('Typed And Not Saved');
  expect(await keptOfAccounts(other)).not.toEqual([]);
  await page.goto('/account');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Delete my account…' }).click();
  const form = main.getByRole('form', { name: 'Delete the account' });
  await form.locator('[name=password]').fill(customer.password);
  await form.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  await expect(other).toHaveURL('/login?next=%2Faccount');
  for (const tab of [page, other]) await expect.poll(() => keptOfAccounts(tab)).toEqual([]);

  await page.goto('/login');
  const login = await submitLogin(page, customer);
  await expect(login.getByText('Invalid credentials !!!')).toBeVisible();
});
