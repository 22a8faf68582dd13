import { calls, pence } from '@isa/api-contract';
import { answer, fakeHost, type FakeHostOptions, remoteAt } from '@isa/contract/testing';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../../remote';
import { lastOrder } from '../../shared/last-order';
import { openOrder } from '../../shared/open-payment';
import { knownProduct, rememberProducts } from '../../shared/known-products';
import { bookOf } from '../../testing/books';
import { failing } from '../../testing/checkout';
import { pricesWith, receiptOf, shopAnswers } from '../../testing/shop-api';

function visit(options: FakeHostOptions) {
  const host = fakeHost({ answers: shopAnswers(), ...options });
  const { element, router } = remoteAt(remote, '/isa-basket', host);
  render(element);
  return { host, router, user: userEvent.setup() };
}

const line = (title: string) => screen.getByText(title).closest('li') ?? document.body;
const summary = () => screen.getByRole('region', { name: 'Order summary' });

beforeEach(() => localStorage.clear());

describe('without a server', () => {
  const answers = [failing(calls.priceBasket, 'network'), failing(calls.listBooks, 'network')];
  const items = [{ productId: 1, quantity: 2 }];

  it('shows the lines by id, reports the problem and stays usable', async () => {
    const { host, user } = visit({ answers, items });
    expect(await screen.findByRole('alert')).toHaveTextContent('We can’t check today’s prices right now');
    expect(line('Book no. 1')).toHaveTextContent('Price not known');
    expect(summary()).toHaveTextContent('The total is not known yet.');
    expect(summary()).not.toHaveTextContent('£');
    await user.click(screen.getByRole('button', { name: 'One more copy of Book no. 1' }));
    expect(host.basket.store.getState().items).toEqual([{ productId: 1, quantity: 3 }]);
    expect(within(summary()).getByRole('button', { name: 'Check out' })).toBeDisabled();
  });

  it('falls back on the title and price last shown in this browser', async () => {
    rememberProducts([bookOf(1)]);
    visit({ answers, items });
    expect(await screen.findByText(/the ones that you last saw/)).toBeVisible();
    expect(line(bookOf(1).title)).toHaveTextContent('£69.48');
    expect(summary()).toHaveTextContent('£84.48');
  });

  it('recovers after "Try again"', async () => {
    const failsFirst = failing(calls.priceBasket, 'network', 1);
    const { user } = visit({ answers: [failsFirst, ...shopAnswers()], items });
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(summary()).toHaveTextContent('£84.48');
  });

  it('shows the lines without excerpts when only the catalogue fails', async () => {
    visit({ answers: [failing(calls.listBooks, 'network'), ...shopAnswers()], items });
    expect(await screen.findByText(bookOf(1).title)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('ignores invalid data in its storage', async () => {
    localStorage.setItem('shop:known-products', '{"1":{"title":1,"price":"x"},"2":{"title":"B","price":-5}}');
    expect(knownProduct(1)).toBeUndefined();
    expect(knownProduct(2)).toBeUndefined();
    visit({ answers, items });
    expect(await screen.findByText('Book no. 1')).toBeVisible();
  });
});

describe('an empty basket', () => {
  it('shows a message and hides the summary', async () => {
    visit({});
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Order summary' })).not.toBeInTheDocument();
    expect(screen.queryByText('Check out')).not.toBeInTheDocument();
  });

  it('offers the packs with their prices', async () => {
    visit({});
    const list = within(await screen.findByRole('list', { name: 'Save with a pack' }));
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/isa-books/3',
      '/isa-books/6',
      '/isa-books/7',
    ]);
    expect(list.getAllByRole('listitem')[0]).toHaveTextContent('£65.00');
  });

  it('puts a pack into the cart', async () => {
    const { host, user } = visit({});
    await user.click(await screen.findByRole('button', { name: `Add to cart: ${bookOf(3).title}` }));
    expect(host.basket.store.getState().items).toEqual([{ productId: 3, quantity: 1 }]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Check out' })).toBeVisible();
  });

  it('stays usable without the catalogue', async () => {
    visit({ answers: [failing(calls.listBooks, 'network'), ...shopAnswers()] });
    expect(await screen.findByRole('link', { name: 'See the books' })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Save with a pack' })).not.toBeInTheDocument();
  });
});

describe('a product that is no longer in the catalogue', () => {
  it('is marked as no longer for sale and excluded from the total', async () => {
    const sums = { subtotal: pence(0), shipping: pence(0), total: pence(0), vat: pence(0) };
    const withdrawn = { productId: 8, title: bookOf(8).title, reason: 'withdrawn' as const };
    const none = answer(calls.priceBasket, () => ({ lines: [], ...sums, unavailable: [withdrawn] }));
    visit({ answers: [none, ...shopAnswers()], items: [{ productId: 8, quantity: 1 }] });
    expect(await screen.findByText('No longer for sale.')).toBeVisible();
    expect(line(bookOf(8).title)).toHaveTextContent('It is not included in the total or in your order.');
    expect(within(summary()).getByRole('button', { name: 'Check out' })).toBeDisabled();
  });
});

describe('a basket of books', () => {
  const items = [
    { productId: 1, quantity: 1 },
    { productId: 3, quantity: 2 },
  ];

  it('adds up subtotal, shipping and total including VAT', async () => {
    visit({ items });
    await screen.findByText(bookOf(1).title);
    expect(summary()).toHaveTextContent('Subtotal£164.74');
    expect(summary()).toHaveTextContent('Shipping£15.00');
    expect(summary()).toHaveTextContent('Total including VAT£179.74');
    expect(within(summary()).getByRole('link', { name: 'Check out' })).toHaveAttribute('href', '/checkout');
  });

  it('links to when books arrive, and how they are returned', async () => {
    visit({ items: [{ productId: 1, quantity: 1 }] });
    await screen.findByText('£49.74');
    expect(within(summary()).getByRole('link', { name: 'Delivery and returns' })).toHaveAttribute(
      'href',
      '/terms-and-conditions#books',
    );
  });

  it('shows of each book what is delivered, and the words that fit into 100 characters', async () => {
    visit({ items });
    const { title } = bookOf(1);
    await screen.findByText(title);
    expect(line(title)).toHaveTextContent('Paperback, 300 pages, in stock');
    expect(
      within(line(title)).getByText(/^Most surveillance operations.* left the building\. The instruction…$/),
    ).toBeVisible();
  });

  it('says which volume a pack already contains, and removes it on request', async () => {
    const { host, user } = visit({ items });
    expect(await screen.findByText('The pack “Volumes 1 + 2” already contains Volume 1.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove Volume 1' }));
    expect(host.basket.store.getState().items).toEqual([{ productId: 3, quantity: 2 }]);
    expect(screen.queryByText(/already contains/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(host.basket.store.getState().items).toContainEqual({ productId: 1, quantity: 1 });
  });

  it('changes the quantity, and the minus of the last copy removes the line', async () => {
    const { host, user } = visit({ items });
    const { title } = bookOf(1);
    await user.click(await screen.findByRole('button', { name: `One more copy of ${title}` }));
    expect(host.basket.store.getState().items[0]?.quantity).toBe(2);
    expect(summary()).toHaveTextContent('Subtotal£199.48');
    await user.click(screen.getByRole('button', { name: `One fewer copy of ${title}` }));
    await user.click(screen.getByRole('button', { name: `Remove the last copy of ${title}` }));
    expect(host.basket.store.getState().items).toEqual([{ productId: 3, quantity: 2 }]);
  });

  it('limits a quantity to 99', async () => {
    const { host, user } = visit({ items: [{ productId: 1, quantity: 99 }] });
    await user.click(await screen.findByRole('button', { name: 'You can order up to 99 copies' }));
    expect(host.basket.store.getState().items).toEqual([{ productId: 1, quantity: 99 }]);
  });

  it('removes a line and restores its position by keyboard', async () => {
    const { host, user } = visit({ items });
    const { title } = bookOf(1);
    await user.click(await screen.findByRole('button', { name: `Remove ${title}` }));
    expect(host.basket.store.getState().items).toEqual([{ productId: 3, quantity: 2 }]);
    expect(screen.getByRole('button', { name: /^Undo/ })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(host.basket.store.getState().items).toContainEqual({ productId: 1, quantity: 1 });
    const titles = screen.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent);
    expect(titles).toEqual([title, bookOf(3).title]);
  });

  it('offers undo even when the basket has become empty', async () => {
    const { host, user } = visit({ items: [{ productId: 1, quantity: 3 }] });
    await user.click(await screen.findByRole('button', { name: `Remove ${bookOf(1).title}` }));
    expect(screen.getByText('Your cart is empty')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(host.basket.store.getState().items).toEqual([{ productId: 1, quantity: 3 }]);
  });

  it('shows a changed price on its line, once', async () => {
    rememberProducts([bookOf(1)]);
    visit({ answers: [pricesWith(1, 3600), ...shopAnswers()], items });
    expect(await screen.findByText('The price has gone up from £34.74 to £36.00')).toBeVisible();
    expect(summary()).toHaveTextContent('Subtotal£166.00');
    expect(knownProduct(1)?.price).toBe(3600);
  });
});

describe('an open payment', () => {
  beforeEach(() => openOrder.write({ link: 'signed.link', number: 'ISA-2026-000123' }));

  it('that was paid leaves the cart, which says so', async () => {
    const { host } = visit({ items: [{ productId: 1, quantity: 1 }] });
    expect(await screen.findByText('Order ISA-2026-000123: Paid')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View order' })).toHaveAttribute(
      'href',
      '/my-orders/signed.link',
    );
    expect(host.basket.store.getState().items).toEqual([]);
    expect(lastOrder.read()).toEqual({ link: 'signed.link', shown: true });
  });

  it('is not known yet while the server does not answer', async () => {
    const answers = [failing(calls.checkOrder, 'network'), ...shopAnswers()];
    const { host } = visit({ answers, items: [{ productId: 1, quantity: 1 }] });
    expect(await screen.findByText(/We don’t know yet/)).toBeVisible();
    expect(host.basket.store.getState().items).toHaveLength(1);
    // It is no error, and nobody pays a second time meanwhile.
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(within(summary()).getByRole('button', { name: 'Check out' })).toBeDisabled();
    expect(summary()).toHaveTextContent(
      'You can check out as soon as we know whether your last payment went through.',
    );
    expect(screen.queryByRole('link', { name: 'Check out' })).not.toBeInTheDocument();
  });

  it('that is not paid holds nothing back', async () => {
    const order = receiptOf([{ productId: 1, quantity: 1 }], { status: 'created', money: 'none' });
    const answers = [answer(calls.checkOrder, () => ({ order })), ...shopAnswers()];
    visit({ answers, items: [{ productId: 1, quantity: 1 }] });
    expect(await screen.findByText('Order ISA-2026-000123 is not paid yet')).toBeVisible();
    expect(within(summary()).getByRole('link', { name: 'Check out' })).toBeVisible();
  });
});

describe('volumes that cost less as a pack', () => {
  const items = [
    { productId: 2, quantity: 3 },
    { productId: 1, quantity: 1 },
  ];

  it('are swapped with one click, and swapped back with another', async () => {
    const { host, user } = visit({ items });
    expect(await screen.findByText('£4.48 less as a pack')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Swap for the pack' }));
    expect(host.basket.store.getState().items).toEqual([
      { productId: 2, quantity: 2 },
      { productId: 3, quantity: 1 },
    ]);
    expect(screen.queryByText(/less as a pack/)).not.toBeInTheDocument();
    act(() => host.shown[0]?.action?.run());
    expect(host.basket.store.getState().items).toEqual(items);
  });
});

describe('premium access', () => {
  it('is one line at 77.00, without quantity controls, with shipping at 0.00', async () => {
    visit({ items: [{ productId: 1999, quantity: 1 }] });
    const premium = await screen.findByRole('link', { name: 'Premium access' });
    expect(screen.getByText(/12 of 33 lessons can be watched today/)).toBeVisible();
    expect(premium).toHaveAttribute('href', '/isa-online-courses');
    await waitFor(() => expect(summary()).toHaveTextContent('Total including VAT£77.00'));
    expect(summary()).toHaveTextContent('Shipping£0.00');
    expect(screen.queryByRole('group', { name: /Quantity/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove Premium access' })).toBeVisible();
  });
});
