import { calls, messages, pence, type Receipt } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { type Answer, answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../../remote';
import { lastOrder } from '../../shared/last-order';
import { orderOf, receiptOf } from '../../testing/shop-api';

const customer = { status: 'in', name: 'Sam Reed' } as const;
const oneBook = [{ productId: 1, quantity: 1 }];
const premium = [{ productId: 1999, quantity: 1 }];

function visit(address: string, answers: readonly Answer[], session?: typeof customer) {
  const host = fakeHost({ answers, ...(session && { session }) });
  const { element, router } = remoteAt(remote, address, host);
  render(element);
  return { host, router, user: userEvent.setup() };
}

const refuse = (id: ConstructorParameters<typeof ApiError>[0]) => () => {
  throw new ApiError(id, `Refused with ${id}.`);
};

beforeEach(() => sessionStorage.clear());

describe('/payment-successful', () => {
  it('leads to the orders and the cart when this tab has stored no order', async () => {
    sessionStorage.setItem('shop:last-order', '{"order":{"number":"X"},"providerOrderId":"P"}');
    visit('/payment-successful', []);
    expect(await screen.findByRole('heading', { level: 1, name: messages.shop.thanks })).toBeVisible();
    expect(screen.getByText(messages.shop.enjoyed)).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Find your order' })).toBeVisible();
    expect(screen.getByText(/Open the link in the confirmation e-mail/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'My orders' })).toHaveAttribute('href', '/my-orders');
    expect(screen.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/isa-basket');
    expect(screen.queryByText('X')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
  });

  it('names the account’s address to a customer, because the confirmation is sent there', async () => {
    lastOrder.write({ order: orderOf(oneBook), providerOrderId: 'PAYPAL-1', shown: false });
    const account = {
      username: 'sam',
      name: 'Sam Reed',
      email: 'sam@example.com',
      emailVerified: true,
      createdAt: '2026-11-01T10:00:00.000Z',
    };
    visit('/payment-successful', [answer(calls.readAccount, () => ({ account }))], customer);
    expect(await screen.findByText('sam@example.com')).toBeVisible();
    expect(screen.queryByText('buyer@example.com')).not.toBeInTheDocument();
  });

  it('shows the stored order when the server is unavailable', async () => {
    lastOrder.write({ order: orderOf([...premium, ...oneBook]), providerOrderId: 'PAYPAL-1', shown: false });
    visit('/payment-successful', []);
    expect(await screen.findByText('ISA-2026-000123')).toBeVisible();
    expect(await screen.findByText('buyer@example.com')).toBeVisible();
    expect(screen.getByText(/Premium access is open for your account now/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'go to your lessons' })).toHaveAttribute('href', '/my-courses');
    expect(screen.getByRole('link', { name: 'Start learning' })).toHaveAttribute('href', '/my-courses');
    // The date is three working days after Saturday, 21 November.
    expect(screen.getByText(/Books in stock leave us by 25 November 2026\./)).toBeVisible();
    expect(screen.getByText(/Your books go to the address that you gave PayPal/)).toBeVisible();
  });

  it('adds the address, the pre-order and the receipt’s link from the server', async () => {
    const items = [{ productId: 8, quantity: 1 }];
    lastOrder.write({ order: orderOf(items), providerOrderId: 'PAYPAL-1', shown: false });
    visit('/payment-successful', [answer(calls.readOrder, () => ({ order: receiptOf(items) }))]);
    expect(await screen.findByText(/1 High Street/)).toBeVisible();
    expect(screen.getByText(/^Contains a pre-order/)).toBeVisible();
    expect(screen.getByText(/still to be published follows/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'a page of its own' })).toHaveAttribute(
      'href',
      '/my-orders/signed.link',
    );
  });

  it('prints', async () => {
    lastOrder.write({ order: orderOf(oneBook), providerOrderId: 'PAYPAL-1', shown: false });
    const print = jest.fn();
    Object.assign(window, { print });
    const { user } = visit('/payment-successful', []);
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('/my-orders', () => {
  it('redirects visitors to the login, which returns here', async () => {
    const { router } = visit('/my-orders', []);
    await screen.findByTestId('elsewhere');
    expect(router.state.location.pathname + router.state.location.search).toBe('/login?next=%2Fmy-orders');
  });

  it('shows an error when the orders are unavailable, with a retry', async () => {
    let busy = true;
    const { user } = visit(
      '/my-orders',
      [
        answer(calls.listMyOrders, () => {
          if (busy) throw new ApiError('busy', 'We are busy right now.');
          return { orders: [receiptOf(oneBook)], next: null };
        }),
      ],
      customer,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('We are busy right now.');
    busy = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('ISA-2026-000123')).toBeVisible();
  });

  it('shows a message to customers without orders', async () => {
    visit('/my-orders', [answer(calls.listMyOrders, () => ({ orders: [], next: null }))], customer);
    expect(await screen.findByRole('heading', { name: 'No orders yet' })).toBeVisible();
  });

  it('lists each order with its status, products, total and receipt', async () => {
    const refunded = {
      ...receiptOf(premium, 'ISA-2026-000101'),
      status: 'refunded' as const,
      refunded: pence(7700),
    };
    const orders = [receiptOf([{ productId: 1, quantity: 2 }]), refunded];
    visit('/my-orders', [answer(calls.listMyOrders, () => ({ orders, next: null }))], customer);
    const [first, second] = await screen.findAllByRole('article');
    expect(first).toHaveTextContent('21 November 2026');
    expect(first).toHaveTextContent('Paid');
    expect(first).toHaveTextContent('2 × Covert Surveillance, Volume 1');
    expect(first).toHaveTextContent('£84.48');
    expect(second).toHaveTextContent('Refunded');
    expect(second).toHaveTextContent('£77.00 was refunded.');
    if (!first) throw new Error('There is no first order.');
    expect(within(first).getByRole('link')).toHaveAttribute('href', '/my-orders/signed.link');
  });
});

describe('a long history at /my-orders', () => {
  const receipts = Array.from({ length: 45 }, (_, at) => receiptOf(oneBook, `ISA-2026-${1045 - at}`));
  /** Pages of an API that fails for the cursors in `failing`. */
  const pages = (failing: ReadonlySet<string>) =>
    answer(calls.listMyOrders, ({ query: { cursor = '0', limit = 200 } }) => {
      if (failing.has(cursor)) throw new ApiError('busy', 'We are busy right now.');
      const end = Number(cursor) + Number(limit);
      return {
        orders: receipts.slice(Number(cursor), end),
        next: end < receipts.length ? String(end) : null,
      };
    });
  const shown = () => screen.getAllByRole('article').length;

  it('shows further orders on request, and moves the focus to the first of them', async () => {
    const { user } = visit('/my-orders', [pages(new Set())], customer);
    const more = await screen.findByRole('button', { name: 'Show more orders' });
    expect(shown()).toBe(20);

    more.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(shown()).toBe(40));
    expect(screen.getByRole('link', { name: 'View order number ISA-2026-1025' })).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('40 orders are shown.');

    await user.click(more);
    await waitFor(() => expect(shown()).toBe(45));
    expect(more).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View order number ISA-2026-1005' })).toHaveFocus();
    expect(
      new Set(screen.getAllByRole('heading', { name: /^ISA-/ }).map((element) => element.textContent)).size,
    ).toBe(45);
  });

  it('keeps what is shown when further orders are unavailable, and tries again on request', async () => {
    const failing = new Set(['20']);
    const { user } = visit('/my-orders', [pages(failing)], customer);
    const more = await screen.findByRole('button', { name: 'Show more orders' });
    await user.click(more);
    expect(await screen.findByRole('alert')).toHaveTextContent('We can’t show more orders right now');
    expect(shown()).toBe(20);

    expect(more).toHaveFocus();

    failing.clear();
    await user.click(more);
    await waitFor(() => expect(shown()).toBe(40));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('an order at its signed link', () => {
  const showOrder = (order: Receipt, ...answers: readonly Answer[]) =>
    visit('/my-orders/signed', [answer(calls.readOrderByLink, () => ({ order })), ...answers]);
  const steps = async () =>
    within(await screen.findByRole('list', { name: 'What happened with this order' })).getAllByRole(
      'listitem',
    );

  it.each(['not-found', 'link-expired', 'invalid-request'] as const)(
    'shows a message when the link is invalid: %s',
    async (id) => {
      visit('/my-orders/forged', [answer(calls.readOrderByLink, refuse(id))]);
      expect(await screen.findByText('There is no order behind this link')).toBeVisible();
    },
  );

  it('offers a retry when the server is busy', async () => {
    visit('/my-orders/signed', [answer(calls.readOrderByLink, refuse('busy'))]);
    expect(await screen.findByRole('alert')).toHaveTextContent('We can’t show this order right now');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('names the buyer, the company and the terms, and no VAT of a seller without a VAT number', async () => {
    const receipt = receiptOf(premium);
    const order = {
      ...receipt,
      company: 'Reed Ltd',
      purchaseOrderNumber: 'PO-4711',
      seller: { ...receipt.seller, vatNumber: null },
    };
    showOrder(order);
    expect(await screen.findByText('Reed Ltd')).toBeVisible();
    expect(screen.getByText('PO-4711')).toBeVisible();
    expect(screen.getByText('Buyer').nextElementSibling).toHaveTextContent('Sam Reed');
    const terms = screen.getByRole('link', { name: 'Our terms and conditions' });
    expect(terms).toHaveAttribute('href', '/terms-and-conditions');
    expect(terms.parentElement).toHaveTextContent('in force since 2 November 2026');
    expect(screen.queryByText(/VAT/)).not.toBeInTheDocument();
  });

  it('shows a guest the whole receipt, with the VAT of each line', async () => {
    const { host } = showOrder(receiptOf([...premium, ...oneBook]));
    expect(await screen.findByText('ISA-2026-000123')).toBeVisible();
    expect(screen.getByText('includes £12.83 VAT (20%)')).toBeVisible();
    expect(screen.getByText('VAT 0% (zero-rated)')).toBeVisible();
    expect(screen.getByText(/Leeds LS1 1AA/)).toBeVisible();
    expect(host.sent[0]?.input).toEqual({ params: { link: 'signed' } });
  });

  describe('that can be cancelled', () => {
    const preOrder = { ...receiptOf([{ productId: 8, quantity: 1 }]), cancellable: 'pre-order' as const };
    const cancelled = {
      ...preOrder,
      cancellable: null,
      status: 'refunded' as const,
      refunded: preOrder.total,
    };

    it('asks once, then cancels it and says what is refunded', async () => {
      const { user } = showOrder(
        preOrder,
        answer(calls.cancelOrderByLink, () => ({ order: cancelled })),
      );
      await user.click(await screen.findByRole('button', { name: 'Cancel this order' }));
      await user.click(screen.getByRole('button', { name: 'Keep the order' }));
      await user.click(screen.getByRole('button', { name: 'Cancel this order' }));
      await user.click(screen.getByRole('button', { name: /^Yes, cancel and refund £/ }));
      expect(await screen.findByText(/The order is cancelled\./)).toBeVisible();
      expect(screen.queryByRole('button', { name: /cancel/i })).not.toBeInTheDocument();
      expect(screen.getByText('Refunded')).toBeVisible();
    });

    it('says why it could not be cancelled, and lets the buyer try again', async () => {
      const { user } = showOrder(preOrder, answer(calls.cancelOrderByLink, refuse('busy')));
      await user.click(await screen.findByRole('button', { name: 'Cancel this order' }));
      await user.click(screen.getByRole('button', { name: /^Yes, cancel/ }));
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Refused with busy. Nothing has changed; try again.',
      );
      expect(screen.getByRole('button', { name: /^Yes, cancel/ })).toBeEnabled();
    });
  });

  it.each([
    [oneBook, 'To be sentBooks in stock leave us by 25 November 2026.'],
    [[{ productId: 8, quantity: 1 }], 'To be sentThe volume is sent as soon as it is printed.'],
    [premium, 'Paid, £77.0021 November 2026Premium access is open.'],
  ])('ends its steps with what is still to come (%j)', async (items, step) => {
    showOrder(receiptOf(items));
    expect((await steps()).at(-1)).toHaveTextContent(step);
  });

  it('shows refunds at their time among its steps', async () => {
    const order = { ...receiptOf(oneBook), refunded: pence(1000), refundedAt: '2026-11-22T10:00:00.000Z' };
    showOrder(order);
    expect((await steps())[2]).toHaveTextContent('Refunded, £10.0022 November 2026');
  });

  it('shows when it was sent, its tracking number and how to return it', async () => {
    const order = {
      ...receiptOf(oneBook),
      sentAt: '2026-11-24T10:00:00.000Z',
      trackingNumber: 'RM 123',
      returnableUntil: '2026-12-08T10:00:00.000Z',
    };
    showOrder(order);
    expect((await steps()).map((step) => step.textContent)).toEqual([
      'Ordered21 November 2026',
      'Paid, £49.7421 November 2026',
      'Sent24 November 2026Tracking number RM 123. Not what you wanted? Return it by 8 December 2026.',
    ]);
    expect(screen.getByRole('link', { name: 'Return it' })).toHaveAttribute('href', '/contact#form');
  });
});
