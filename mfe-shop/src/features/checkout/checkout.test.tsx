import { type Call, calls, messages } from '@isa/api-contract';
import { ApiError, type ApiErrorId } from '@isa/contract';
import { type Answer, answer, fakeHost, type FakeHostOptions, remoteAt } from '@isa/contract/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../../remote';
import { bookOf } from '../../testing/books';
import { fakePayPal, removePayPal } from '../../testing/fake-paypal';
import { orderOf, receiptOf, settings, shopAnswers } from '../../testing/shop-api';
import { lastOrder } from './last-order';
import { pendingOrder } from './pending-order';

const oneBook = [{ productId: 1, quantity: 1 }];
const premium = [{ productId: 1999, quantity: 1 }];

function visit({ items = oneBook, answers = [], session }: FakeHostOptions = {}) {
  const host = fakeHost({ items, answers: [...answers, ...shopAnswers()], ...(session && { session }) });
  const { element, router } = remoteAt(remote, '/checkout', host);
  const { unmount } = render(element);
  const sentTo = (path: string) => host.sent.filter((call) => call.path === path);
  return { host, router, user: userEvent.setup(), sentTo, unmount };
}

/** A call that fails a number of times before it goes well; for ever unless said otherwise. */
function failing<Input, Output>(call: Call<Input, Output>, id: ApiErrorId, times = Infinity): Answer {
  const well = shopAnswers().find(({ path, method }) => path === call.path && method === call.method);
  let left = times;
  return {
    method: call.method,
    path: call.path,
    respond: (input) => {
      left -= 1;
      if (left >= 0) throw new ApiError(id, `It failed with ${id}.`);
      return well?.respond(input);
    },
  };
}

const buttons = () => screen.findByRole('button', { name: 'Pay with PayPal' });
const here = (router: ReturnType<typeof visit>['router']) => router.state.location.pathname;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  removePayPal();
  jest.useRealTimers();
});

describe('the payment script', () => {
  it('is named when it fails, and can be asked for again', async () => {
    const paypal = fakePayPal({ script: 'fails' });
    const { user } = visit();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The payment buttons could not be loaded');
    expect(alert).toHaveTextContent(settings.sdkBaseUrl);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(paypal.requested).toHaveLength(2));
  });

  it('is named when it brings no buttons', async () => {
    fakePayPal({ script: 'empty' });
    visit();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The payment buttons could not be shown');
    expect(alert).toHaveTextContent(settings.sdkBaseUrl);
  });

  it('is named when it never comes', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    fakePayPal({ script: 'hangs' });
    visit();
    await screen.findByText('Loading the payment buttons…');
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText('The payment buttons are slow to load')).toBeVisible();
    expect(screen.getByText(settings.sdkBaseUrl)).toBeVisible();
  });

  it('leaves a word when PayPal finds nothing eligible', async () => {
    fakePayPal({ eligible: false });
    visit();
    expect(await screen.findByText('PayPal offers no way to pay here')).toBeVisible();
  });

  it('is asked for with pounds, pay later and venmo', async () => {
    const paypal = fakePayPal();
    visit();
    await buttons();
    const { searchParams } = new URL(paypal.requested[0] ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      'client-id': settings.clientId,
      currency: 'GBP',
      intent: 'capture',
      components: 'buttons',
      'enable-funding': 'paylater,venmo',
    });
  });
});

describe('without the API', () => {
  it('keeps the summary and offers another try for the settings', async () => {
    fakePayPal();
    const { user } = visit({ answers: [failing(calls.checkoutSettings, 'network', 1)] });
    expect(await screen.findByText('Payment is not available right now')).toBeVisible();
    expect(screen.getByText(bookOf(1).title)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await buttons()).toBeVisible();
  });

  it('charges no price that was not checked', async () => {
    const paypal = fakePayPal();
    visit({ answers: [failing(calls.priceBasket, 'busy')] });
    await buttons();
    expect(await screen.findByText('Payment waits for today’s prices')).toBeVisible();
    expect(paypal.enabled()).toBe(false);
  });
});

describe('an order that cannot be made', () => {
  it.each<[ApiErrorId, string]>([
    ['network', 'We lost the connection'],
    ['timeout', 'We lost the connection'],
    ['busy', 'We are very busy right now'],
    ['too-many-requests', 'We are very busy right now'],
    ['payment-unavailable', 'PayPal does not answer'],
    ['empty-basket', 'This basket cannot be ordered'],
    ['internal-error', messages.somethingWrong],
  ])('says so in its own words after %s, and keeps the basket', async (id, words) => {
    const paypal = fakePayPal();
    const { host } = visit({ answers: [failing(calls.createOrder, id)] });
    await buttons();
    expect(await paypal.click()).toBeUndefined();
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(screen.getByRole('alert')).toHaveTextContent('You have not been charged');
    expect(host.basket.store.getState().items).toEqual(oneBook);
    expect(pendingOrder.read()).toBeUndefined();
  });

  it('shows the new price when one has changed, and asks to look again', async () => {
    const paypal = fakePayPal();
    const { sentTo } = visit({ answers: [failing(calls.createOrder, 'price-changed', 1)] });
    await buttons();
    await paypal.click();
    expect(await screen.findByText('A price changed while you were here')).toBeVisible();
    expect(sentTo('/api/basket-prices')).toHaveLength(2);
    expect(await paypal.click()).toBe('PAYPAL-1');
  });
});

describe('a payment that does not come to its end', () => {
  it('is cancelled without a charge and without losing the basket', async () => {
    const paypal = fakePayPal();
    const { host } = visit();
    await buttons();
    await paypal.click();
    await paypal.cancel();
    expect(screen.getByText('You cancelled the payment')).toBeVisible();
    expect(host.basket.store.getState().items).toEqual(oneBook);
    expect(pendingOrder.read()).toBeUndefined();
  });

  it('is declined, and sends the customer back to choose another instrument', async () => {
    const paypal = fakePayPal();
    const { host, router } = visit({ answers: [failing(calls.captureOrder, 'payment-declined', 1)] });
    await buttons();
    await paypal.approve((await paypal.click()) ?? '');
    expect(screen.getByRole('alert')).toHaveTextContent('choose another way to pay');
    expect(paypal.restarts()).toBe(1);
    expect(host.basket.store.getState().items).toEqual(oneBook);
    await paypal.approve('PAYPAL-1');
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('is asked for again by itself when the answer got lost', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const paypal = fakePayPal();
    const { router, sentTo } = visit({ answers: [failing(calls.captureOrder, 'network', 2)] });
    await buttons();
    const approval = paypal.approve((await paypal.click()) ?? '');
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    await approval;
    expect(sentTo('/api/orders/:providerOrderId/capture')).toHaveLength(3);
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('says what is known when it stays lost, hides the buttons and resumes', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const paypal = fakePayPal();
    const { router } = visit({ answers: [failing(calls.captureOrder, 'network', 3)] });
    await buttons();
    const approval = paypal.approve((await paypal.click()) ?? '');
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    await approval;
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('ISA-2026-000123');
    expect(alert).toHaveTextContent('don’t pay again');
    expect(screen.queryByRole('button', { name: 'Pay with PayPal' })).not.toBeInTheDocument();
    await userEvent
      .setup({ advanceTimers: jest.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Check the payment' }));
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('resumes by itself when the network is back', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const paypal = fakePayPal();
    const { router } = visit({ answers: [failing(calls.captureOrder, 'network', 3)] });
    await buttons();
    const approval = paypal.approve((await paypal.click()) ?? '');
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    await approval;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('is closed for good when the order is, and can be started again', async () => {
    const paypal = fakePayPal();
    visit({ answers: [failing(calls.captureOrder, 'order-not-payable')] });
    await buttons();
    await paypal.approve((await paypal.click()) ?? '');
    expect(screen.getByRole('alert')).toHaveTextContent('Order ISA-2026-000123 was closed');
    expect(await buttons()).toBeVisible();
    expect(pendingOrder.read()).toBeUndefined();
  });
});

describe('after a reload in the middle of a payment', () => {
  const pending = { providerOrderId: 'PAYPAL-9', number: 'ISA-2026-000009', approved: true };

  it('finds the approved order and finishes it', async () => {
    fakePayPal();
    pendingOrder.write(pending);
    const { router, sentTo } = visit();
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
    expect(sentTo('/api/orders/:providerOrderId/capture')[0]?.input).toMatchObject({
      params: { providerOrderId: 'PAYPAL-9' },
    });
  });

  it('stays silent about an order that was never approved', async () => {
    fakePayPal();
    pendingOrder.write({ ...pending, approved: false });
    visit({ answers: [failing(calls.captureOrder, 'order-not-approved')] });
    expect(await buttons()).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(pendingOrder.read()).toBeUndefined();
  });

  it('lets nobody pay again while an earlier payment could not be checked', async () => {
    fakePayPal();
    pendingOrder.write({ ...pending, approved: false });
    const { user, router } = visit({ answers: [failing(calls.captureOrder, 'network', 1)] });
    expect(await screen.findByText('We could not check your earlier payment')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay with PayPal' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Check the payment' }));
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });

  it('does not send a customer away whose basket another tab has emptied', async () => {
    fakePayPal();
    pendingOrder.write(pending);
    const { router } = visit({ items: [] });
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
  });
});

describe('an empty basket', () => {
  it('leads home', async () => {
    fakePayPal();
    const { router } = visit({ items: [] });
    await waitFor(() => expect(here(router)).toBe('/'));
  });

  it('leads to the thanks when a reload came between the payment and them, and home after that', async () => {
    fakePayPal();
    lastOrder.write({ order: orderOf(oneBook), providerOrderId: 'PAYPAL-1', shown: false });
    const first = visit({ items: [] });
    expect(await screen.findByRole('heading', { name: messages.shop.thanks })).toBeVisible();
    expect(here(first.router)).toBe('/payment-successful');
    first.unmount();
    const second = visit({ items: [] });
    await waitFor(() => expect(here(second.router)).toBe('/'));
  });

  it('leads home as soon as another tab has emptied it', async () => {
    fakePayPal();
    const { router, host } = visit();
    await buttons();
    act(() => host.basket.clear());
    await waitFor(() => expect(here(router)).toBe('/'));
  });
});

describe('premium access', () => {
  it('waits for the consent to immediate supply, and says so', async () => {
    const paypal = fakePayPal();
    const { user, sentTo } = visit({ items: premium, session: { status: 'in', name: 'Sam' } });
    await buttons();
    await waitFor(() => expect(paypal.enabled()).toBe(false));
    expect(screen.getByText(/the buttons wake up/)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /starts immediately/ }));
    await waitFor(() => expect(paypal.enabled()).toBe(true));
    await paypal.click();
    expect(sentTo('/api/orders')[0]?.input).toMatchObject({
      body: { items: premium, expectedTotal: 7700, digitalConsent: true },
    });
  });

  it('marks the tick when a customer clicks the sleeping buttons', async () => {
    const paypal = fakePayPal();
    visit({ items: premium, session: { status: 'in', name: 'Sam' } });
    await buttons();
    const reject = jest.fn(async () => undefined);
    await act(async () => paypal.props().onClick?.({}, { reject, resolve: async () => undefined }));
    expect(reject).toHaveBeenCalled();
    expect(screen.getByRole('checkbox')).toBeInvalid();
  });

  it('is sold to customers only, and the login leads back', async () => {
    const paypal = fakePayPal();
    visit({ items: premium });
    await buttons();
    expect(await screen.findByText('Please log in to buy premium access')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fcheckout');
    expect(paypal.enabled()).toBe(false);
  });
});

describe('premium access that is there already', () => {
  it('is not paid for twice, and books in the same basket can still be bought', async () => {
    const paypal = fakePayPal();
    const { host, user } = visit({
      items: [...premium, ...oneBook],
      session: { status: 'in', name: 'Sam' },
      answers: [failing(calls.createOrder, 'already-owned', 1)],
    });
    await buttons();
    await user.click(screen.getByRole('checkbox'));
    await paypal.click();
    expect(screen.getByText('You already have premium access')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to my courses' })).toHaveAttribute('href', '/my-courses');
    await user.click(screen.getByRole('button', { name: 'Take it out of the basket' }));
    expect(host.basket.store.getState().items).toEqual(oneBook);
    expect(await paypal.click()).toBe('PAYPAL-1');
  });
});

describe('the summary', () => {
  it('shows each line with its VAT, shipping, total, terms and support', async () => {
    fakePayPal();
    visit({ items: [...premium, { productId: 1, quantity: 2 }], session: { status: 'in', name: 'Sam' } });
    await buttons();
    const [premiumLine, bookLine] = screen.getAllByRole('listitem');
    expect(premiumLine).toHaveTextContent('Premium accessQuantity 1includes £12.83 VAT (20%)£77.00');
    expect(bookLine).toHaveTextContent('Quantity 2 × £34.74VAT 0% (zero-rated)£69.48');
    expect(screen.getByText('Shipping').nextElementSibling).toHaveTextContent('£15.00');
    expect(screen.getByText(/^Total/).nextElementSibling).toHaveTextContent('£161.48');
    expect(screen.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute(
      'href',
      '/terms-and-conditions',
    );
    expect(screen.getByRole('link', { name: settings.supportEmail })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Secure Checkout' })).toBeVisible();
  });
});

describe('a payment that goes well', () => {
  it('clears the basket, remembers the order and says thanks', async () => {
    const paypal = fakePayPal();
    const { host, router, sentTo } = visit();
    await buttons();
    await paypal.approve((await paypal.click()) ?? '');
    expect(await screen.findByRole('heading', { level: 1, name: messages.shop.thanks })).toBeVisible();
    expect(screen.getByText(messages.shop.enjoyed)).toBeVisible();
    expect(screen.getByText('ISA-2026-000123')).toBeVisible();
    expect(here(router)).toBe('/payment-successful');
    expect(host.basket.store.getState().items).toEqual([]);
    expect(lastOrder.read()?.order.number).toBe('ISA-2026-000123');
    // A visitor has nothing to report it for (specification §4).
    expect(sentTo('/api/process-purchase')).toHaveLength(0);
  });

  it('is not claimed while PayPal still looks at it, and the page says so', async () => {
    const paypal = fakePayPal();
    const review = { ...orderOf(oneBook), status: 'capturing' as const, capturedAt: null };
    const { sentTo } = visit({
      session: { status: 'in', name: 'Sam' },
      answers: [
        answer(calls.captureOrder, () => ({ order: review })),
        answer(calls.readOrder, () => ({ order: { ...receiptOf(oneBook), ...review } })),
      ],
    });
    await buttons();
    await paypal.approve((await paypal.click()) ?? '');
    expect(await screen.findByText('Your payment is being checked')).toBeVisible();
    expect(sentTo('/api/process-purchase')).toHaveLength(0);
  });

  it('is reported for a customer, once, and a failed report is only a toast', async () => {
    const paypal = fakePayPal();
    const { host, router, sentTo } = visit({
      session: { status: 'in', name: 'Sam' },
      answers: [failing(calls.processPurchase, 'busy')],
    });
    await buttons();
    await paypal.approve((await paypal.click()) ?? '');
    await waitFor(() => expect(here(router)).toBe('/payment-successful'));
    expect(sentTo('/api/process-purchase')).toHaveLength(1);
    expect(sentTo('/api/process-purchase')[0]?.input).toMatchObject({
      body: { orderID: 'PAYPAL-1', order: [{ productId: 1, quantity: 1 }] },
    });
    expect(host.shown).toEqual([{ tone: 'error', text: messages.somethingWrong }]);
  });
});
