import { expect, type Locator, type Page } from '@playwright/test';
import { banner } from './page';

export interface Customer {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

let count = 0;

/** An email address that no other test uses. */
export function newAddress(name: string): string {
  count += 1;
  return `${name}.${process.pid}.${Date.now()}.${count}@example.test`;
}

/** A customer who is not registered yet. */
export function newCustomer(): Customer {
  return {
    username: 'fieldworker',
    name: 'Robin Fielder',
    email: newAddress('robin'),
    password: 'quiet-corner-7',
  };
}

export async function register(page: Page, customer: Customer): Promise<void> {
  await page.goto('/register');
  await fillRegistration(page, customer);
}

export async function fillRegistration(page: Page, customer: Customer): Promise<void> {
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('User name').fill(customer.username);
  await form.getByLabel('Full name').fill(customer.name);
  await form.getByLabel('Email').fill(customer.email);
  await form.locator('[name=password]').fill(customer.password);
  await form.getByLabel('Repeat password').fill(customer.password);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/login');
}

/** Submits the login form. @returns the form. */
export async function submitLogin(
  page: Page,
  { email, password }: Pick<Customer, 'email' | 'password'>,
): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Log in' });
  await form.getByLabel('Email').fill(email);
  await form.locator('[name=password]').fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
  return form;
}

export async function logIn(page: Page, customer: Customer): Promise<void> {
  await expect(await submitLogin(page, customer)).toBeHidden();
}

/** Registers a new customer and logs in. */
export async function signUp(page: Page): Promise<Customer> {
  const customer = newCustomer();
  await register(page, customer);
  await logIn(page, customer);
  return customer;
}

export async function logOut(page: Page): Promise<void> {
  await banner(page)
    .getByRole('button', { name: /account/i })
    .click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
}

/**
 * Clicks a payment button and pays as the sandbox's sample buyer.
 * @param card the name of the card; by default the one that the sandbox selects.
 */
export async function pay(page: Page, button: Locator, card?: RegExp): Promise<void> {
  const opened = page.waitForEvent('popup');
  await button.click();
  const popup = await opened;
  await popup.getByRole('button', { name: 'Log in' }).click();
  await expect(popup.getByText(/no money moves/i).first()).toBeVisible();
  if (card) await popup.getByRole('radio', { name: card }).check();
  await popup.getByRole('button', { name: /^Pay £/ }).click();
}

export const payPalButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'PayPal', exact: true });

export async function expectPaid(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/payment-successful$/);
}

/** Pays in the checkout and waits for the confirmation. */
export async function buy(page: Page): Promise<void> {
  await pay(page, payPalButton(page));
  await expectPaid(page);
}
