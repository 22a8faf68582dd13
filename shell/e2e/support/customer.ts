import { expect, type Locator, type Page } from '@playwright/test';

export interface Person {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

let count = 0;

/** Somebody who has no account yet. */
export function newPerson(): Person {
  count += 1;
  return {
    username: 'fieldworker',
    name: 'Robin Fielder',
    email: `robin.${process.pid}.${Date.now()}.${count}@example.test`,
    password: 'quiet-corner-7',
  };
}

export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/register');
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('User name').fill(person.username);
  await form.getByLabel('Full name').fill(person.name);
  await form.getByLabel('E-mail').fill(person.email);
  await form.locator('[name=password]').fill(person.password);
  await form.getByLabel('Repeat password').fill(person.password);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/login');
}

export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  const form = page.getByRole('form', { name: 'Log in' });
  await form.getByLabel('E-mail').fill(email);
  await form.locator('[name=password]').fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(form).toBeHidden();
}

export async function logOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /account/i })
    .click();
  await page.getByRole('button', { name: 'Log out' }).click();
}

/** Presses a payment button and pays as the sandbox's sample buyer. */
export async function pay(page: Page, button: Locator): Promise<void> {
  const opened = page.waitForEvent('popup');
  await button.click();
  const buyer = await opened;
  await buyer.getByRole('button', { name: 'Log in' }).click();
  await expect(buyer.getByText(/no money moves/i).first()).toBeVisible();
  await buyer.getByRole('button', { name: /^Pay £/ }).click();
}
