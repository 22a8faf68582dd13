import { calls, messages } from '@isa/api-contract';
import type { ApiErrorId } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lastOrder } from '../../shared/last-order';
import {
  buttons,
  customer,
  failing,
  freshBrowser,
  here,
  oneBook,
  openCheckout,
  visitCheckout,
} from '../../testing/checkout';
import { orderOf, receiptOf } from '../../testing/shop-api';
import { pendingOrder } from './pending-order';

freshBrowser();

describe('an order that cannot be created', () => {
  it.each<[ApiErrorId, string]>([
    ['network', 'We lost the connection'],
    ['timeout', 'We lost the connection'],
    ['busy', 'We are very busy right now'],
    ['too-many-requests', 'We are very busy right now'],
    ['payment-unavailable', 'PayPal does not answer'],
    ['empty-basket', 'This cart cannot be ordered'],
    ['internal-error', messages.somethingWrong],
  ])('shows a message after %s and keeps the basket', async (id, message) => {
    const { paypal, host } = await openCheckout({ answers: [failing(calls.createOrder, id)] });
    expect(await paypal.click()).toBeUndefined();
    expect(screen.getByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('alert')).toHaveTextContent('You have not been charged');
    expect(host.basket.store.getState().items).toEqual(oneBook);
    expect(pendingOrder.read()).toBeUndefined();
  });

  it('shows a changed price and asks the customer to check it', async () => {
    const { paypal, sentTo } = await openCheckout({
      answers: [failing(calls.createOrder, 'price-changed', 1)],
    });
    await paypal.click();
    expect(await screen.findByText('A price changed while you were here')).toBeVisible();
    expect(sentTo('/api/basket-prices')).toHaveLength(2);
    expect(await paypal.click()).toBe('PAYPAL-1');
  });
});

/** Approves a payment whose capture loses the connection a number of times. */
async function payWithLostCaptures(times: number) {
  jest.useFakeTimers({ advanceTimers: true });
  const visit = await openCheckout({ answers: [failing(calls.captureOrder, 'network', times)] });
  const approval = visit.paypal.approve((await visit.paypal.click()) ?? '');
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  await approval;
  return visit;
}

describe('a payment that does not complete', () => {
  it('is cancelled without a charge and without losing the basket', async () => {
    const { paypal, host } = await openCheckout();
    await paypal.click();
    await paypal.cancel();
    expect(screen.getByText('You cancelled the payment')).toBeVisible();
    expect(host.basket.store.getState().items).toEqual(oneBook);
    expect(pendingOrder.read()).toBeUndefined();
  });

  it('explains to a declined customer why, and takes another payment', async () => {
    const { paypal, host, router } = await openCheckout({
      answers: [failing(calls.captureOrder, 'payment-declined', 1)],
    });
    await paypal.approve((await paypal.click()) ?? '');
    expect(screen.getByRole('alert')).toHaveTextContent('choose another way to pay');
    expect(host.basket.store.getState().items).toEqual(oneBook);
    await paypal.approve((await paypal.click()) ?? '');
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('is captured again automatically when the response was lost', async () => {
    const { router, sentTo } = await payWithLostCaptures(2);
    expect(sentTo('/api/orders/:providerOrderId/capture')).toHaveLength(3);
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('shows the order’s number when it stays lost, hides the buttons and resumes on request', async () => {
    const { router } = await payWithLostCaptures(3);
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('ISA-2026-000123');
    expect(alert).toHaveTextContent('don’t pay again');
    expect(screen.queryByRole('button', { name: 'Pay with PayPal' })).not.toBeInTheDocument();
    await userEvent
      .setup({ advanceTimers: jest.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Check the payment' }));
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('resumes automatically when the browser is online again', async () => {
    const { router } = await payWithLostCaptures(3);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('cannot be captured once its order is closed, and can be started again', async () => {
    const { paypal } = await openCheckout({ answers: [failing(calls.captureOrder, 'order-not-payable')] });
    await paypal.approve((await paypal.click()) ?? '');
    expect(screen.getByRole('alert')).toHaveTextContent('Order ISA-2026-000123 was closed');
    expect(await buttons()).toBeVisible();
    expect(pendingOrder.read()).toBeUndefined();
  });
});

describe('after a reload in the middle of a payment', () => {
  const pending = { providerOrderId: 'PAYPAL-9', number: 'ISA-2026-000009', approved: true };

  it('captures the approved order', async () => {
    pendingOrder.write(pending);
    const { router, sentTo } = visitCheckout();
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
    expect(sentTo('/api/orders/:providerOrderId/capture')[0]?.input).toMatchObject({
      params: { providerOrderId: 'PAYPAL-9' },
    });
  });

  it('shows no message about an order that was never approved', async () => {
    pendingOrder.write({ ...pending, approved: false });
    visitCheckout({ answers: [failing(calls.captureOrder, 'order-not-approved')] });
    expect(await buttons()).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(pendingOrder.read()).toBeUndefined();
  });

  it('blocks a second payment while an earlier one could not be checked', async () => {
    pendingOrder.write({ ...pending, approved: false });
    const { user, router } = visitCheckout({ answers: [failing(calls.captureOrder, 'network', 1)] });
    expect(await screen.findByText('We could not check your earlier payment')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay with PayPal' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Check the payment' }));
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('continues although another tab has emptied the basket', async () => {
    pendingOrder.write(pending);
    const { router } = visitCheckout({ items: [] });
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });
});

describe('a successful payment', () => {
  it('clears the basket, stores the order and shows the thank-you page', async () => {
    const { paypal, host, router, sentTo } = await openCheckout();
    await paypal.approve((await paypal.click()) ?? '');
    expect(await screen.findByRole('heading', { level: 1, name: messages.shop.thanks })).toBeVisible();
    expect(screen.getByText(messages.shop.enjoyed)).toBeVisible();
    expect(screen.getByText('ISA-2026-000123')).toBeVisible();
    expect(here(router)).toBe('/payment-successful');
    expect(host.basket.store.getState().items).toEqual([]);
    expect(lastOrder.read()?.order.number).toBe('ISA-2026-000123');
    // Only customers' purchases are reported (specification §4).
    expect(sentTo('/api/process-purchase')).toHaveLength(0);
  });

  it('is not reported while PayPal reviews it, and the page explains the review', async () => {
    const review = { ...orderOf(oneBook), status: 'capturing' as const, capturedAt: null };
    const { paypal, sentTo } = await openCheckout({
      session: customer,
      answers: [
        answer(calls.captureOrder, () => ({ order: review })),
        answer(calls.readOrder, () => ({
          order: { ...receiptOf(oneBook), status: 'capturing' as const, capturedAt: null },
        })),
      ],
    });
    await paypal.approve((await paypal.click()) ?? '');
    expect(await screen.findByText('Your payment is being checked')).toBeVisible();
    expect(sentTo('/api/process-purchase')).toHaveLength(0);
  });

  it('is reported once for a customer, and a failed report shows a toast', async () => {
    const { paypal, host, router, sentTo } = await openCheckout({
      session: customer,
      answers: [failing(calls.processPurchase, 'busy')],
    });
    await paypal.approve((await paypal.click()) ?? '');
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
    expect(sentTo('/api/process-purchase')).toHaveLength(1);
    expect(sentTo('/api/process-purchase')[0]?.input).toMatchObject({
      body: { orderID: 'PAYPAL-1', order: [{ productId: 1, quantity: 1 }] },
    });
    expect(host.shown).toEqual([{ tone: 'error', text: messages.somethingWrong }]);
  });
});
