import { calls, formatPounds, messages, pence, type Receipt, sampleContact } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { type Answer, answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../../remote';
import { lastOrder } from '../../shared/last-order';
import { openOrder } from '../../shared/open-payment';
import { receiptOf, shopAnswers, states } from '../../testing/shop-api';

const customer = { status: 'in', name: 'Sam Reed' } as const;
const oneBook = [{ productId: 1, quantity: 1 }];
const premium = [{ productId: 1999, quantity: 1 }];

const contact = { ...sampleContact, email: 'desk@watch.example' };

function visit(address: string, answers: readonly Answer[], session?: typeof customer) {
  const host = fakeHost({ answers, contact, ...(session && { session }) });
  const { element, router } = remoteAt(remote, address, host);
  render(element);
  return { host, router, user: userEvent.setup() };
}

const refuse = (id: ConstructorParameters<typeof ApiError>[0]) => () => {
  throw new ApiError(id, `Refused with ${id}.`);
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('/payment-successful', () => {
  /** The page after this tab has paid an order, which the server describes. */
  const thanksFor = (order: Receipt, ...answers: readonly Answer[]) => {
    lastOrder.write({ link: 'signed.link', shown: false });
    return visit('/payment-successful', [
      ...answers,
      answer(calls.readOrderByLink, () => ({ order })),
      ...shopAnswers(),
    ]);
  };

  it('says where orders are when this tab has paid none, and thanks for nothing', async () => {
    visit('/payment-successful', []);
    expect(await screen.findByRole('heading', { level: 1, name: 'Find your order' })).toBeVisible();
    expect(screen.queryByText(messages.shop.thanks)).not.toBeInTheDocument();
    expect(screen.queryByText(messages.shop.enjoyed)).not.toBeInTheDocument();
    expect(screen.getByText(/Open the link in the confirmation email/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'My orders' })).toHaveAttribute('href', '/my-orders');
    expect(screen.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/isa-basket');
    expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
  });

  it('thanks for nothing, and promises nothing, while the server does not answer', async () => {
    let busy = true;
    const { user } = thanksFor(
      receiptOf(oneBook),
      answer(calls.readOrderByLink, () => {
        if (busy) throw new ApiError('busy', 'We are busy right now.');
        return { order: receiptOf(oneBook) };
      }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('We can’t show your order right now');
    expect(screen.queryByText(messages.shop.thanks)).not.toBeInTheDocument();
    busy = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: messages.shop.thanks })).toBeVisible();
  });

  it('names where the confirmation goes, where the books go, when, and what is open', async () => {
    thanksFor(receiptOf([...premium, ...oneBook], { mailTo: 'sam@example.com' }));
    expect(await screen.findByRole('heading', { level: 1, name: messages.shop.thanks })).toBeVisible();
    expect(screen.getByText(messages.shop.enjoyed)).toBeVisible();
    expect((await screen.findByText(/^A confirmation goes to/)).parentElement).toHaveTextContent(
      'A confirmation goes to sam@example.com',
    );
    expect(screen.queryByText('buyer@example.com')).not.toBeInTheDocument();
    expect(screen.getByText(/Your account now has premium access/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'go to your lessons' })).toHaveAttribute('href', '/my-courses');
    expect(screen.getByRole('link', { name: 'Start learning' })).toHaveAttribute('href', '/my-courses');
    expect(screen.getByText(/We deliver to the address that you gave PayPal/)).toBeVisible();
    expect(screen.getByText(/We will dispatch the book by 25 November 2026\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Follow this order' })).toHaveAttribute(
      'href',
      '/my-orders/signed.link',
    );
  });

  it('promises no mail to a buyer without an email address', async () => {
    thanksFor(receiptOf(oneBook, { mailTo: null, buyerEmail: null }));
    expect(await screen.findByText(/PayPal did not give us your email address/)).toBeVisible();
    expect(screen.queryByText(/confirmation goes/)).not.toBeInTheDocument();
  });

  it('gives no date of dispatch for a volume that is still to be published', async () => {
    thanksFor(receiptOf([{ productId: 8, quantity: 1 }]));
    expect(
      await screen.findByText(/We will dispatch the book as soon as the pre-ordered volume is printed/),
    ).toBeVisible();
    expect(screen.queryByText(/dispatch the books? by/)).not.toBeInTheDocument();
  });

  it('calls premium access a pre-order while no lesson can be watched', async () => {
    thanksFor(receiptOf(premium, { premium: 'pre-order' }));
    expect(await screen.findByText(/Premium access is reserved for you/)).toBeVisible();
    expect(screen.queryByText(/access is open/)).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Start learning' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the course' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Follow this order' })).toHaveAttribute(
      'href',
      '/my-orders/signed.link',
    );
  });

  it('shows how PayPal’s review ends, and puts the products back in the cart on request', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const refused = answer(calls.checkOrder, () => ({ order: receiptOf(oneBook, states.refused) }));
    const { host, router } = thanksFor(receiptOf(oneBook, states.reviewing), refused);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'PayPal is checking your payment' }),
    ).toBeVisible();
    expect(screen.getByText(/open lessons until PayPal/)).toBeVisible();
    expect(screen.queryByText(/We deliver to|dispatch the books? by/)).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment refused' })).toBeVisible();
    expect(screen.getByText(/Nothing was taken/)).toBeVisible();
    jest.useRealTimers();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Order again' }));
    expect(host.basket.store.getState().items).toEqual(oneBook);
    await waitFor(() => expect(router.state.location.pathname).toBe('/isa-basket'));
  });

  it('asks about an open payment before it says anything', async () => {
    openOrder.write({ link: 'signed.link', number: 'ISA-2026-000123' });
    visit('/payment-successful', [
      answer(calls.readOrderByLink, () => ({ order: receiptOf(oneBook) })),
      ...shopAnswers(),
    ]);
    expect(await screen.findByRole('heading', { level: 1, name: messages.shop.thanks })).toBeVisible();
  });

  it('prints', async () => {
    const print = jest.fn();
    Object.assign(window, { print });
    const { user } = thanksFor(receiptOf(oneBook));
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('/my-orders', () => {
  it('redirects visitors to the login, and returns here afterwards', async () => {
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
    expect(await screen.findByText('No orders yet')).toBeVisible();
  });

  it('lists each order with its status, products, total and receipt', async () => {
    const refunded = receiptOf(premium, {
      number: 'ISA-2026-000101',
      status: 'refunded',
      money: 'returned',
      shown: { label: 'Refunded', tone: 'plain', text: 'The whole payment went back.' },
      refunded: pence(7700),
    });
    const refused = receiptOf(oneBook, { number: 'ISA-2026-000100', ...states.refused });
    const orders = [receiptOf([{ productId: 1, quantity: 2 }]), refunded, refused];
    visit('/my-orders', [answer(calls.listMyOrders, () => ({ orders, next: null }))], customer);
    const [first, second, third] = await screen.findAllByRole('article');
    expect(first).toHaveTextContent('21 November 2026');
    expect(first).toHaveTextContent('Paid');
    expect(first).toHaveTextContent(/Covert Surveillance, Volume 1.*Quantity 2 × £34.74/);
    expect(first).toHaveTextContent('£84.48');
    expect(second).toHaveTextContent('Refunded');
    expect(second).toHaveTextContent('The whole payment went back.');
    expect(third).toHaveTextContent('Payment refused');
    expect(third).toHaveTextContent('Nothing was taken.');
    if (!first) throw new Error('There is no first order.');
    expect(within(first).getByRole('link')).toHaveAttribute('href', '/my-orders/signed.link');
  });
});

it.each([
  ['books', oneBook, 1],
  ['premium access alone', premium, 0],
])(
  'tells after an order of %s how books are delivered and returned, as far as it has any',
  async (_, items, count) => {
    visit(
      '/my-orders',
      [answer(calls.listMyOrders, () => ({ orders: [receiptOf(items)], next: null }))],
      customer,
    );
    await screen.findByRole('article');
    expect(screen.queryAllByText('Delivery')).toHaveLength(count);
    expect(screen.queryAllByText('Returns')).toHaveLength(count);
    expect(screen.getByText('Questions')).toBeVisible();
  },
);

describe('a long history at /my-orders', () => {
  const receipts = Array.from({ length: 45 }, (_, at) =>
    receiptOf(oneBook, { number: `ISA-2026-${1045 - at}` }),
  );
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
    within(await screen.findByRole('list', { name: 'What has happened to this order' })).getAllByRole(
      'listitem',
    );

  it.each(['not-found', 'link-expired', 'invalid-request'] as const)(
    'shows a message when the link is invalid: %s',
    async (id) => {
      visit('/my-orders/forged', [answer(calls.readOrderByLink, refuse(id))]);
      expect(await screen.findByText('This link does not lead to an order')).toBeVisible();
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
    expect(screen.getByText(/^Total/)).toHaveTextContent('Total including VAT');
    expect(screen.queryByText(/VAT within|VAT \(|VAT number/)).not.toBeInTheDocument();
    expect(screen.getByText(/^The Academy Ltd, 1 Yard, London\. desk@watch\.example$/)).toBeVisible();
  });

  it.each([
    ['Ask for an invoice', 'Invoice with our VAT number for order ISA-2026-000123'],
    ['Tell us', 'Another address for order ISA-2026-000123'],
  ])('leads from “%s” to a message that begins with what is asked', async (name, about) => {
    const { router, user } = showOrder({ ...receiptOf(oneBook), company: 'Reed Ltd' });
    await user.click(await screen.findByRole('link', { name }));
    expect(router.state.location.pathname).toBe('/contact');
    expect(router.state.location.state).toMatchObject({ about, department: 'Customer Support' });
  });

  it('offers no other address once the books are sent, and no invoice to a person', async () => {
    showOrder({ ...receiptOf(oneBook), sentAt: '2026-11-24T10:00:00.000Z' });
    expect(await screen.findByText('ISA-2026-000123')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Tell us|invoice/ })).not.toBeInTheDocument();
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
    const preOrder = receiptOf([{ productId: 8, quantity: 1 }], {
      cancellation: { reason: 'pre-order', refund: pence(3100) },
    });
    const underWay = {
      ...preOrder,
      cancellation: null,
      shown: { label: 'Paid', tone: 'success' as const, text: 'A refund of £31.00 is under way.' },
      refunding: pence(3100),
      refunds: [
        { amount: pence(3100), state: 'under-way' as const, at: '2026-11-22T10:00:00.000Z', lines: [] },
      ],
    };
    const cancel = async (user: ReturnType<typeof userEvent.setup>) => {
      await user.click(await screen.findByRole('button', { name: 'Cancel this order' }));
      await user.click(screen.getByRole('button', { name: 'Yes, cancel and refund £31.00' }));
    };

    it('asks once, names the sum that really comes back, and says that PayPal has not confirmed it', async () => {
      const { user } = showOrder(
        preOrder,
        answer(calls.cancelOrderByLink, () => ({ order: underWay })),
      );
      expect(await screen.findByText(/£31\.00 goes back to the account/)).toBeVisible();
      await user.click(await screen.findByRole('button', { name: 'Cancel this order' }));
      await user.click(screen.getByRole('button', { name: 'Keep the order' }));
      await cancel(user);
      expect(await screen.findByText('A refund of £31.00 is under way.')).toBeVisible();
      expect((await steps())[2]).toHaveTextContent('Refund under way, £31.00');
      expect(screen.queryByRole('button', { name: /cancel/i })).not.toBeInTheDocument();
    });

    it('says what the server refused, and lets the buyer try again', async () => {
      const refused = answer(calls.cancelOrderByLink, () => {
        throw new ApiError('not-cancellable', 'Volume 5 has been sent.', { status: 409 });
      });
      const { user } = showOrder(preOrder, refused);
      await cancel(user);
      expect(await screen.findByRole('alert')).toHaveTextContent('Volume 5 has been sent.');
      expect(screen.getByRole('button', { name: /^Yes, cancel/ })).toBeEnabled();
    });

    it.each(['timeout', 'network', 'payment-unavailable', 'unreadable'] as const)(
      'does not know the result after %s until it has read the order',
      async (id) => {
        let reads = 0;
        const { user } = visit('/my-orders/signed', [
          answer(calls.readOrderByLink, () => ({ order: (reads += 1) === 1 ? preOrder : underWay })),
          answer(calls.cancelOrderByLink, refuse(id)),
        ]);
        await cancel(user);
        expect(await screen.findByText('We do not know yet')).toBeVisible();
        expect(screen.queryByRole('alert')).not.toBeInTheDocument();
        expect(
          await screen.findByText('A refund of £31.00 is under way.', undefined, { timeout: 5_000 }),
        ).toBeVisible();
      },
    );

    it('says that nothing was cancelled so far once the order has stayed as it was', async () => {
      jest.useFakeTimers({ advanceTimers: true });
      const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
      showOrder(preOrder, answer(calls.cancelOrderByLink, refuse('timeout')));
      await cancel(user);
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(await screen.findByRole('alert')).toHaveTextContent('The order has not been cancelled yet');
      expect(screen.getByRole('button', { name: /^Yes, cancel/ })).toBeEnabled();
      jest.useRealTimers();
    });
  });

  it('names on receipt and time line which copies were refunded, and what is left', async () => {
    const lines = oneBook.map(({ productId }) => ({ productId, quantity: 2, title: 'Volume 1' }));
    const refund = { amount: pence(1000), state: 'done' as const, at: '2026-11-22T10:00:00.000Z', lines };
    const later = { at: '2026-11-23T10:00:00.000Z', state: 'under-way' as const, lines: [] };
    const order = receiptOf(oneBook, {
      refunds: [refund, { ...refund, ...later }],
      refunded: pence(1000),
      refunding: pence(1000),
    });
    showOrder(order);
    const refunds = await screen.findByRole('region', { name: 'Refunds' });
    expect(refunds).toHaveTextContent('£10.00 refunded on 22 November 2026: Volume 1 × 2');
    expect(refunds).toHaveTextContent('£10.00 refund under way since 23 November 2026');
    expect(refunds).toHaveTextContent(`Paid after refunds: ${formatPounds(pence(order.total - 1000))}`);
    expect((await steps())[2]).toHaveTextContent('Refunded, £10.00');
    expect((await steps())[2]).toHaveTextContent('Volume 1 × 2.');
  });

  it('shows a refund that failed', async () => {
    const at = '2026-11-22T10:00:00.000Z';
    showOrder(receiptOf(oneBook, { refunds: [{ amount: pence(1000), state: 'failed', at, lines: [] }] }));
    expect(await screen.findByRole('alert')).toHaveTextContent('PayPal could not refund £10.00.');
    expect((await steps())[2]).toHaveTextContent('Refund failed, £10.00');
  });

  it('offers to buy the products of a refused order again', async () => {
    const { host, user } = showOrder(receiptOf(oneBook, states.refused), ...shopAnswers());
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was taken.');
    expect((await steps()).map((step) => step.textContent)).toEqual([
      'Ordered21\u00a0November 2026',
      'Payment refused',
    ]);
    await user.click(screen.getByRole('button', { name: 'Order again' }));
    expect(host.basket.store.getState().items).toEqual(oneBook);
  });

  it.each([
    [oneBook, 'To be sentWe will dispatch the book by 25 November 2026.'],
    [
      [...oneBook, { productId: 8, quantity: 1 }],
      'To be sentWe will dispatch all books together, as soon as the pre-ordered volume is printed.',
    ],
    [
      [{ productId: 8, quantity: 1 }],
      'To be sentWe will dispatch the book as soon as the pre-ordered volume is printed.',
    ],
    [premium, 'Paid, £77.0021 November 2026Premium access is open.'],
  ])('ends its steps with what is still to come (%j)', async (items, step) => {
    showOrder(receiptOf(items));
    expect((await steps()).at(-1)).toHaveTextContent(step);
  });

  it('shows refunds at their time among its steps', async () => {
    const refunds = [
      { amount: pence(1000), state: 'done' as const, at: '2026-11-22T10:00:00.000Z', lines: [] },
    ];
    showOrder(receiptOf(oneBook, { refunded: pence(1000), refunds }));
    expect((await steps())[2]).toHaveTextContent('Refunded, £10.0022 November 2026');
  });

  it('shows when it was sent, its tracking number, and lets the buyer announce a return', async () => {
    const sent = receiptOf(oneBook, {
      sentAt: '2026-11-24T10:00:00.000Z',
      dispatchBy: null,
      trackingNumber: 'RM 123',
      returnableUntil: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const asked = { ...sent, returnAskedAt: '2026-11-25T10:00:00.000Z' };
    const { user } = showOrder(
      sent,
      answer(calls.askReturn, () => ({ order: asked })),
    );
    expect((await steps()).map((step) => step.textContent)).toEqual([
      'Ordered21\u00a0November 2026',
      'Paid, £49.7421\u00a0November 2026',
      expect.stringMatching(/^Sent24\u00a0November 2026Tracking number RM 123\. It can be returned until /),
    ]);
    await user.click(screen.getByRole('button', { name: 'Return books' }));
    await user.click(screen.getByRole('button', { name: 'Yes, I will send them back' }));
    expect(
      await screen.findByText(/You told us on 25 November 2026 that you are returning it/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Return books' })).not.toBeInTheDocument();
  });

  it('offers no return after its last day', async () => {
    showOrder(
      receiptOf(oneBook, { sentAt: '2026-01-24T10:00:00.000Z', returnableUntil: '2026-02-08T10:00:00.000Z' }),
    );
    expect(await screen.findByText('Sent')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Return books' })).not.toBeInTheDocument();
  });
});
