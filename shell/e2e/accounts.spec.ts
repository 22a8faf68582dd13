import { expect, type Page, test } from '@playwright/test';
import { logIn, logOut, newPerson, type Person, register } from './support/customer';
import { linkFrom } from './support/mails';

async function signUp(page: Page): Promise<Person> {
  const person = newPerson();
  await register(page, person);
  await logIn(page, person);
  await expect(page).toHaveURL('/');
  return person;
}

test('a dead reset link says so and offers a new one', async ({ page }) => {
  await page.goto('/reset-password/nothing-that-was-ever-sent');
  const form = page.getByRole('form', { name: 'New password' });
  await form.locator('[name=newPassword]').fill('battery staple');
  await form.getByLabel('Confirm new password').fill('battery staple');
  await form.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Oops! Something went wrong.')).toBeVisible();
  await expect(form.getByRole('link', { name: 'Ask for a new one' })).toBeVisible();
  await expect(form.locator('[name=newPassword]')).toHaveValue('battery staple');
});

test('a forgotten password is replaced by the link of the mail, once', async ({ page }) => {
  const person = newPerson();
  await register(page, person);
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  const ask = page.getByRole('form', { name: 'Forgotten password' });
  await ask.getByLabel('E-mail').fill(person.email);
  await ask.getByRole('button', { name: 'Reset password' }).click();
  await expect(page).toHaveURL('/login');

  const link = await linkFrom(page.request, person.email, 'reset-password');
  const changed = { ...person, password: 'another quiet corner' };
  for (const outcome of ['changed', 'refused'] as const) {
    await page.goto(link);
    const form = page.getByRole('form', { name: 'New password' });
    await form.locator('[name=newPassword]').fill(changed.password);
    await form.getByLabel('Confirm new password').fill(changed.password);
    await form.getByRole('button', { name: 'Change Password' }).click();
    if (outcome === 'changed') await expect(page).toHaveURL('/login');
    else await expect(form.getByText('This link is no longer valid.')).toBeVisible();
  }
  await page.goto('/login');
  await logIn(page, changed);
  await expect(page).toHaveURL('/');
});

test('other tabs follow a login and a log out at once', async ({ page, context }) => {
  const person = newPerson();
  await register(page, person);
  const other = await context.newPage();
  await other.goto('/login');
  await expect(other.getByRole('form', { name: 'Log in' })).toBeVisible();

  await logIn(page, person);
  await expect(other).toHaveURL('/');
  await other.goto('/account');
  await expect(other.getByText(person.email)).toBeVisible();

  await logOut(page);
  await expect(other).toHaveURL('/login?next=%2Faccount');
});

test('a session that ends in the middle asks to log in and comes back with the basket intact', async ({
  page,
  context,
}) => {
  const person = await signUp(page);
  await page.goto('/isa-books/1');
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await page.goto('/account');
  await expect(page.getByText(person.email)).toBeVisible();

  await context.clearCookies({ name: 'token' });
  const details = page.getByRole('form', { name: 'Details' });
  await details.getByLabel('Full name').fill('Robin Elsewhere');
  await details.getByRole('button', { name: 'Save details' }).click();
  await expect(page).toHaveURL('/login?next=%2Faccount');
  await logIn(page, person);
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Basket, 1 item' })).toBeVisible();
});

test('the account page confirms the address, changes the password and ends all sessions', async ({
  page,
  browser,
}) => {
  test.slow();
  const person = await signUp(page);
  await page.goto('/account');
  const main = page.getByRole('main');

  await test.step('the address is confirmed by the link of the mail', async () => {
    await expect(main.getByText('E-mail not confirmed')).toBeVisible();
    await page.goto(await linkFrom(page.request, person.email, 'verify-email'));
    await expect(main.getByText('Your e-mail is confirmed.')).toBeVisible();
    await page.goto('/account');
    await expect(main.getByText('E-mail confirmed')).toBeVisible();
  });

  await test.step('a wrong password changes nothing, the right one does', async () => {
    const form = main.getByRole('form', { name: 'Password' });
    await form.locator('[name=currentPassword]').fill('not the password');
    await form.locator('[name=newPassword]').fill('battery staple');
    await form.getByLabel('Confirm new password').fill('battery staple');
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(form.getByText('Invalid credentials !!!')).toBeVisible();
    await form.locator('[name=currentPassword]').fill(person.password);
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Your password is changed.')).toBeVisible();
  });

  await test.step('the data comes as a file', async () => {
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.json$/);
  });

  await test.step('signing out everywhere ends the session on another device', async () => {
    const device = await browser.newContext();
    const elsewhere = await device.newPage();
    await elsewhere.goto('/login');
    await logIn(elsewhere, { ...person, password: 'battery staple' });
    await page.reload();
    await expect(main.getByText('This device')).toBeVisible();
    await main.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL('/login?next=%2Faccount');
    await elsewhere.goto('/account');
    await expect(elsewhere).toHaveURL('/login?next=%2Faccount');
    await device.close();
  });
});

test('a deleted account is gone', async ({ page }) => {
  const person = await signUp(page);
  await page.goto('/account');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Delete my account…' }).click();
  const form = main.getByRole('form', { name: 'Delete the account' });
  await form.locator('[name=password]').fill(person.password);
  await form.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your account is deleted.')).toBeVisible();

  await page.goto('/login');
  const login = page.getByRole('form', { name: 'Log in' });
  await login.getByLabel('E-mail').fill(person.email);
  await login.locator('[name=password]').fill(person.password);
  await login.getByRole('button', { name: 'Login' }).click();
  await expect(login.getByText('Invalid credentials !!!')).toBeVisible();
});
