import type { Call } from '@isa/api-contract';
import { ApiError, type ApiErrorId } from '@isa/contract';
import { type Answer, fakeHost, type FakeHostOptions, remoteAt } from '@isa/contract/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../remote';
import { fakePayPal, type FakePayPalOptions, removePayPal } from './fake-paypal';
import { shopAnswers } from './shop-api';

export const oneBook = [{ productId: 1, quantity: 1 }];
export const premium = [{ productId: 1999, quantity: 1 }];
export const customer = { status: 'in', name: 'Sam' } as const;

interface CheckoutOptions extends FakeHostOptions {
  readonly paypal?: FakePayPalOptions;
}

/** The checkout with a prepared API and PayPal. */
export function visitCheckout({ items = oneBook, answers = [], session, ...options }: CheckoutOptions = {}) {
  const paypal = fakePayPal(options.paypal);
  const host = fakeHost({ items, answers: [...answers, ...shopAnswers()], ...(session && { session }) });
  const { element, router } = remoteAt(remote, '/checkout', host);
  const { unmount } = render(element);
  const sentTo = (path: string) => host.sent.filter((call) => call.path === path);
  return { host, router, user: userEvent.setup(), sentTo, unmount, paypal };
}

/** The checkout with PayPal's buttons. */
export async function openCheckout(options?: CheckoutOptions) {
  const visit = visitCheckout(options);
  await buttons();
  return visit;
}

/** A call that fails a number of times before it succeeds; always by default. */
export function failing<Input, Output>(call: Call<Input, Output>, id: ApiErrorId, times = Infinity): Answer {
  const success = shopAnswers().find(({ path, method }) => path === call.path && method === call.method);
  let left = times;
  return {
    method: call.method,
    path: call.path,
    respond: (input) => {
      left -= 1;
      if (left >= 0) throw new ApiError(id, `It failed with ${id}.`);
      return success?.respond(input);
    },
  };
}

export const buttons = () => screen.findByRole('button', { name: 'Pay with PayPal' });
export const here = (router: ReturnType<typeof visitCheckout>['router']) => router.state.location.pathname;

/** Resets the browser's state between the tests of a suite. */
export function freshBrowser(): void {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    // PayPal's library logs errors that the page shows in its own message.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    removePayPal();
    jest.useRealTimers();
  });
}
