import { type CallInput, calls, messages, type Receipt } from '@isa/api-contract';
import { ApiError, type ApiErrorId } from '@isa/contract';
import { type Answer, answer } from '@isa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lastOrder } from '../../shared/last-order';
import { openOrder } from '../../shared/open-payment';
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
import { receiptOf, states } from '../../testing/shop-api';
import { typedCompany } from './company-fields';

freshBrowser();

const unknown = () => screen.getByText('We don’t know yet whether your payment went through');
const charged = () => screen.queryByText(/You have not been charged/);

/** A server that has asked PayPal; the last answer repeats. */
function payPalSays(...answers: readonly (Partial<Receipt> | ApiErrorId)[]): Answer {
  let at = 0;
  return answer(calls.checkOrder, () => {
    const next = answers[Math.min(at, answers.length - 1)];
    at += 1;
    if (typeof next === 'string') throw new ApiError(next, `It failed with ${next}.`);
    return { order: receiptOf(oneBook, next) };
  });
}

/** Opens PayPal's window at a checkout. */
async function atPayPal(...answers: readonly Answer[]) {
  const visit = await openCheckout({ answers });
  await visit.paypal.click();
  return visit;
}

const closesOf = ({ sentTo }: Pick<Awaited<ReturnType<typeof atPayPal>>, 'sentTo'>) =>
  sentTo('/api/order-links/:link/check').map(({ input }) => (input as CallInput<'checkOrder'>).body.close);

describe('an order that cannot be created', () => {
  it.each<[ApiErrorId, string]>([
    ['network', 'We lost the connection'],
    ['timeout', 'We lost the connection'],
    ['busy', 'We are very busy right now'],
    ['too-many-requests', 'We are very busy right now'],
    ['payment-unavailable', 'PayPal is not responding'],
    ['empty-basket', 'This cart cannot be ordered'],
    ['internal-error', messages.somethingWrong],
  ])('shows a message after %s and keeps the basket', async (id, message) => {
    const { paypal, host } = await openCheckout({ answers: [failing(calls.createOrder, id)] });
    expect(await paypal.click()).toBeUndefined();
    expect(screen.getByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('alert')).toHaveTextContent('You have not been charged');
    expect(host.basket.store.getState().items).toEqual(oneBook);
    expect(openOrder.read()).toBeUndefined();
  });

  it.each(['price-changed', 'sold-out'] as const)('reviews the prices after %s', async (id) => {
    const { paypal, sentTo } = await openCheckout({ answers: [failing(calls.createOrder, id, 1)] });
    await paypal.click();
    expect(await screen.findByText(/while you were here/)).toBeVisible();
    expect(sentTo('/api/basket-prices')).toHaveLength(2);
    expect(await paypal.click()).toBe('PAYPAL-1');
  });
});

it('orders for the customer whom the page shows, and says that the session has ended', async () => {
  const { paypal, sentTo } = await openCheckout({
    session: customer,
    answers: [failing(calls.createOrder, 'not-signed-in')],
  });
  await paypal.click();
  expect(sentTo('/api/orders')[0]?.input).toMatchObject({ body: { items: oneBook, account: '1-0' } });
  expect(screen.getByRole('alert')).toHaveTextContent('Your session has ended');
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fcheckout');
});

it('orders for a guest, and says that the page is out of date once another tab has logged in', async () => {
  const { paypal, sentTo, host, user } = await openCheckout({
    session: { status: 'out' },
    answers: [failing(calls.createOrder, 'changed-meanwhile')],
  });
  await user.click(screen.getByText('Buying for a company?'));
  await user.type(screen.getByRole('textbox', { name: /^Company/ }), 'Reed Ltd');
  await paypal.click();
  expect(sentTo('/api/orders')[0]?.input).toMatchObject({ body: { items: oneBook, account: null } });
  expect(screen.getByText('You are logged in, but this page does not show it yet')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect(host.basket.store.getState().items).toEqual(oneBook);
  expect(typedCompany.read()).toMatchObject({ company: 'Reed Ltd' });
});

it('asks for a reload when the first lesson has been published since the page was opened', async () => {
  const { paypal } = await openCheckout({
    session: customer,
    answers: [failing(calls.createOrder, 'consent-missing')],
  });
  await paypal.click();
  expect(screen.getByText('The first lesson has been published while you were here')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
});

it('says once which book has sold out, and that nothing was charged', async () => {
  const message = '“Volume 1” is sold out. It is not part of the order, and you have not been charged.';
  const soldOut = answer(calls.createOrder, () => {
    throw new ApiError('sold-out', message, { status: 409 });
  });
  const { paypal } = await openCheckout({ answers: [soldOut] });
  await paypal.click();
  const notice = (await screen.findByText('A book has sold out while you were here')).parentElement;
  expect(notice?.textContent?.match(/not been charged/g)).toHaveLength(1);
  expect(notice).toHaveTextContent(message);
});

it('says that something happens while PayPal is slow', async () => {
  let answered = () => {};
  const slow = answer(calls.createOrder, async () => {
    await new Promise<void>((resolve) => (answered = resolve));
    return { providerOrderId: 'PAYPAL-1', number: 'ISA-2026-000123', link: 'signed.link' };
  });
  const { paypal } = await openCheckout({ answers: [slow, payPalSays(states.open)] });
  const data = { paymentSource: 'paypal' as const };
  const { createOrder } = paypal.props();
  act(() => void createOrder?.(data, { order: { create: async () => '' } }));
  expect(await screen.findByText('Passing your order to PayPal…')).toBeVisible();
  act(() => answered());
  expect(await screen.findByText(/Please finish in PayPal’s window/)).toBeVisible();
  expect(screen.queryByText('Passing your order to PayPal…')).not.toBeInTheDocument();
});

describe('after PayPal’s window has ended without a message', () => {
  const ends = [
    ['it was cancelled', 'cancel'],
    ['it failed', 'fail'],
  ] as const;

  it.each(ends)('thanks for an order that was approved, although %s', async (_how, end) => {
    const visit = await atPayPal(payPalSays({}));
    await visit.paypal[end]();
    expect(await screen.findByRole('heading', { level: 1, name: messages.shop.thanks })).toBeVisible();
    expect(here(visit.router)).toBe('/payment-successful');
    expect(visit.host.basket.store.getState().items).toEqual([]);
    expect(visit.sentTo('/api/orders')).toHaveLength(1);
    expect(closesOf(visit)[0]).toBe(true);
  });

  it.each([...ends.map(([, end]) => end)])(
    'says that nothing was charged once PayPal says so (%s)',
    async (end) => {
      const { paypal, host } = await atPayPal(payPalSays(states.cancelled));
      await paypal[end]();
      expect(charged()).toBeVisible();
      expect(await buttons()).toBeVisible();
      expect(host.basket.store.getState().items).toEqual(oneBook);
      expect(openOrder.read()).toBeUndefined();
    },
  );

  it('says that an approval came too late for the order that it has closed, and takes another payment', async () => {
    const visit = await atPayPal(payPalSays(states.cancelled, {}));
    await visit.paypal.cancel();
    expect(await screen.findByText('You cancelled the payment')).toBeVisible();
    await visit.paypal.approve('PAYPAL-1');
    expect(screen.getByText('Your approval reached us too late')).toBeVisible();
    expect(charged()).toBeVisible();
    expect(screen.queryByText('You cancelled the payment')).not.toBeInTheDocument();
    await visit.paypal.click();
    await visit.paypal.approve('PAYPAL-1');
    await waitFor(() => expect(here(visit.router)).toBe('/payment-successful'));
  });

  it.each(['payment-unavailable', 'network', 'timeout', 'unreadable', 'internal-error', 'busy'] as const)(
    'says that it does not know after %s, holds back a second payment, and asks again',
    async (id) => {
      jest.useFakeTimers({ advanceTimers: true });
      const { paypal, host, router } = await atPayPal(payPalSays(id, id, {}));
      await paypal.cancel();
      // Not to know is no error.
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      expect(unknown()).toBeVisible();
      expect(charged()).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Pay with PayPal' })).not.toBeInTheDocument();
      expect(host.basket.store.getState().items).toEqual(oneBook);
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      await waitFor(() => expect(here(router)).toBe('/payment-successful'));
    },
  );

  it.each(['online', 'pageshow'])('asks at once on %s', async (event) => {
    const { paypal, router } = await atPayPal(payPalSays('network', {}));
    await paypal.cancel();
    expect(unknown()).toBeVisible();
    act(() => void window.dispatchEvent(new Event(event)));
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('asks at once on request, and tells a result that the buyer waited for', async () => {
    const { paypal } = await atPayPal(payPalSays('network', states.cancelled));
    await paypal.fail();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Check again now' }));
    expect(await screen.findByText('PayPal could not complete the payment')).toBeVisible();
    expect(charged()).toBeVisible();
  });

  it('makes no claim about an order that the server does not know', async () => {
    const { paypal } = await atPayPal(payPalSays('not-found'));
    await paypal.cancel();
    expect(screen.getByRole('alert')).toHaveTextContent('We can’t find order ISA-2026-000123');
    expect(charged()).not.toBeInTheDocument();
  });

  it('closes an order whose creation was answered after the window had ended', async () => {
    let create: (() => void) | undefined;
    const late = answer(calls.createOrder, async () => {
      await new Promise<void>((resolve) => (create = resolve));
      return { providerOrderId: 'PAYPAL-1', number: 'ISA-2026-000123', link: 'signed.link' };
    });
    const visit = await openCheckout({ answers: [late, payPalSays(states.cancelled)] });
    const click = visit.paypal.click();
    await visit.paypal.cancel();
    expect(charged()).not.toBeInTheDocument();
    create?.();
    await click;
    expect(await screen.findByText('You cancelled the payment')).toBeVisible();
    expect(closesOf(visit)).toEqual([true]);
  });
});

describe('an approved payment', () => {
  it('clears the basket and shows the thank-you page', async () => {
    const { paypal, host, router, sentTo } = await atPayPal();
    await paypal.approve('PAYPAL-1');
    expect(await screen.findByRole('heading', { level: 1, name: messages.shop.thanks })).toBeVisible();
    expect(screen.getByText(messages.shop.enjoyed)).toBeVisible();
    expect(screen.getByText('ISA-2026-000123')).toBeVisible();
    expect(here(router)).toBe('/payment-successful');
    expect(host.basket.store.getState().items).toEqual([]);
    expect(openOrder.read()).toBeUndefined();
    // Only customers' purchases are reported (specification §4).
    expect(sentTo('/api/process-purchase')).toHaveLength(0);
  });

  it('explains to a declined customer why, closes the order, and takes another payment', async () => {
    const declined = { ...states.open, lastFailure: 'declined' as const };
    const visit = await atPayPal(payPalSays(declined, { ...states.cancelled, lastFailure: 'declined' }, {}));
    await visit.paypal.approve('PAYPAL-1');
    expect(await screen.findByText('The payment was declined')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('choose another way to pay');
    expect(closesOf(visit)).toEqual([false, true]);
    expect(visit.host.basket.store.getState().items).toEqual(oneBook);
    await visit.paypal.click();
    await visit.paypal.approve('PAYPAL-1');
    await waitFor(() => expect(here(visit.router)).toBe('/payment-successful'));
  });

  it('is not reported while PayPal reviews it, and the page promises nothing', async () => {
    const review = answer(calls.readOrderByLink, () => ({ order: receiptOf(oneBook, states.reviewing) }));
    const { paypal, host, sentTo } = await openCheckout({
      session: customer,
      answers: [payPalSays(states.reviewing), review],
    });
    await paypal.click();
    await paypal.approve('PAYPAL-1');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'PayPal is checking your payment' }),
    ).toBeVisible();
    expect(screen.queryByText(messages.shop.thanks)).not.toBeInTheDocument();
    expect(screen.queryByText(/dispatch the books? by|We deliver to/)).not.toBeInTheDocument();
    expect(host.basket.store.getState().items).toEqual([]);
    expect(sentTo('/api/process-purchase')).toHaveLength(0);
  });

  it('is reported once for a customer, and a failed report shows a toast', async () => {
    const { paypal, host, router, sentTo } = await openCheckout({
      session: customer,
      answers: [failing(calls.processPurchase, 'busy')],
    });
    await paypal.click();
    await paypal.approve('PAYPAL-1');
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
    expect(sentTo('/api/process-purchase')).toHaveLength(1);
    expect(sentTo('/api/process-purchase')[0]?.input).toMatchObject({
      body: { orderID: 'PAYPAL-1', order: [{ productId: 1, quantity: 1 }] },
    });
    expect(host.shown).toEqual([{ tone: 'error', text: messages.somethingWrong }]);
  });

  it('leaves in the basket what was added meanwhile, and the summary shows what is paid for', async () => {
    const { paypal, host } = await atPayPal(payPalSays('network', {}));
    act(() => {
      host.basket.add(2);
      host.basket.setQuantity(1, 3);
    });
    expect(screen.getByText('What you are paying for')).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByText(/^Total/).nextElementSibling).toHaveTextContent('£49.74');
    await paypal.approve('PAYPAL-1');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Check again now' }));
    expect(await screen.findByRole('heading', { level: 1, name: messages.shop.thanks })).toBeVisible();
    expect(host.basket.store.getState().items).toEqual([
      { productId: 1, quantity: 2 },
      { productId: 2, quantity: 1 },
    ]);
    expect(screen.getByText(/what is in it is not part of this order/)).toBeVisible();
  });

  it('is subtracted once, when several tabs learn of it', async () => {
    const open = { link: 'signed.link', number: 'ISA-2026-000123' };
    for (const _tab of ['first', 'second']) {
      openOrder.write(open);
      const items = [{ productId: 1, quantity: 2 }];
      const { host, router, unmount } = visitCheckout({ items });
      await waitFor(() => expect(here(router)).toBe('/payment-successful'));
      const left = _tab === 'first' ? [{ productId: 1, quantity: 1 }] : items;
      expect(host.basket.store.getState().items).toEqual(left);
      unmount();
    }
  });
});

describe('an open order after a reload or in another tab', () => {
  const open = { link: 'signed.link', number: 'ISA-2026-000009' };

  it('leads to the thank-you page when it is paid', async () => {
    openOrder.write(open);
    const { router, sentTo } = visitCheckout();
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
    expect(sentTo('/api/order-links/:link/check')[0]?.input).toMatchObject({
      params: { link: 'signed.link' },
    });
  });

  it('says what is true of an order that is not paid, and lets the buyer pay', async () => {
    openOrder.write(open);
    const visit = visitCheckout({ answers: [payPalSays(states.open)] });
    expect(await screen.findByText('Order ISA-2026-000009 is not paid yet')).toBeVisible();
    expect(screen.getByText(/PayPal has taken nothing so far/)).toBeVisible();
    expect(charged()).not.toBeInTheDocument();
    expect(await buttons()).toBeVisible();
    expect(closesOf(visit)).toEqual([false]);
  });

  it('is forgotten without a message when no buyer is waiting for it', async () => {
    openOrder.write(open);
    visitCheckout({ answers: [payPalSays(states.cancelled)] });
    expect(await buttons()).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(openOrder.read()).toBeUndefined();
  });

  it('holds back a second payment while its end is not known', async () => {
    openOrder.write(open);
    const { user, router } = visitCheckout({ answers: [payPalSays('network', {})] });
    expect(await screen.findByText(/We don’t know yet/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay with PayPal' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Check again now' }));
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('continues although another tab has emptied the basket', async () => {
    openOrder.write(open);
    const { router } = visitCheckout({ items: [] });
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('is noticed when another tab starts it', async () => {
    const { router } = await openCheckout({ answers: [payPalSays(states.open, {})] });
    openOrder.write(open);
    const tell = () =>
      act(
        () => void window.dispatchEvent(new StorageEvent('storage', { key: 'isa-private:shop:open-order' })),
      );
    tell();
    expect(await screen.findByText('Order ISA-2026-000009 is not paid yet')).toBeVisible();
    openOrder.clear();
    tell();
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('is asked about when the server names it instead of creating another one', async () => {
    const refused = answer(calls.createOrder, () => {
      throw new ApiError('payment-open', 'Order ISA-2026-000009 is still being paid.', { order: open });
    });
    const visit = await openCheckout({ answers: [refused, payPalSays('payment-unavailable', {})] });
    expect(await visit.paypal.click()).toBeUndefined();
    expect(visit.host.shown).toEqual([{ text: 'Order ISA-2026-000009 is still being paid.' }]);
    expect(await screen.findByText('It failed with payment-unavailable.', { exact: false })).toBeVisible();
    expect(charged()).not.toBeInTheDocument();
    await visit.user.click(screen.getByRole('button', { name: 'Check again now' }));
    await waitFor(() => expect(here(visit.router)).toBe('/payment-successful'));
    expect(closesOf(visit)).toEqual([false, false]);
  });

  it('is remembered where the browser stores nothing', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { paypal, router } = await atPayPal(payPalSays('network', {}));
    await paypal.cancel();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Check again now' }));
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
    expect(await screen.findByRole('heading', { level: 1, name: messages.shop.thanks })).toBeVisible();
    openOrder.clear();
    lastOrder.clear();
  });
});
