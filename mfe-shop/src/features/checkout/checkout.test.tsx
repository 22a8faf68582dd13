import { type CallOutput, calls, messages, sampleContact } from '@isa/api-contract';
import { answer } from '@isa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { rememberProducts } from '../../shared/known-products';
import { lastOrder } from '../../shared/last-order';
import { bookOf } from '../../testing/books';
import {
  buttons,
  customer,
  failing,
  freshBrowser,
  here,
  oneBook,
  openCheckout,
  premium,
  visitCheckout,
} from '../../testing/checkout';
import { preOrder, pricesWith, settings, shopAnswers } from '../../testing/shop-api';

freshBrowser();

const { address, email, legalName } = sampleContact;
const plain = { normalizer: (text: string) => text };

describe('without the API', () => {
  it('keeps the summary and offers to load the settings again', async () => {
    const { user } = visitCheckout({ answers: [failing(calls.checkoutSettings, 'network', 1)] });
    expect(await screen.findByText('Payment is not available right now')).toBeVisible();
    expect(screen.getByText(bookOf(1).title)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await buttons()).toBeVisible();
  });

  it('disables payment while prices are unchecked', async () => {
    const { paypal } = await openCheckout({ answers: [failing(calls.priceBasket, 'busy')] });
    expect(await screen.findByText('Today’s prices are not known yet')).toBeVisible();
    expect(screen.queryByText(/£/)).not.toBeInTheDocument();
    expect(paypal.enabled()).toBe(false);
    // A phone's bar leads to no buttons that are locked.
    expect(screen.queryByLabelText('Total and payment')).not.toBeInTheDocument();
  });

  it('has a bar that leads to the payment for a customer who can pay', async () => {
    await openCheckout({ items: premium, session: customer });
    expect(screen.getByLabelText('Total and payment')).toBeInTheDocument();
  });
});

describe('an empty basket', () => {
  it('redirects home', async () => {
    const { router } = visitCheckout({ items: [] });
    await waitFor(() => expect(here(router)).toBe('/'));
  });

  it('redirects to the thank-you page when a reload prevented it, and home after that', async () => {
    lastOrder.write({ link: 'signed.link', shown: false });
    const first = visitCheckout({ items: [] });
    expect(await screen.findByRole('heading', { name: messages.shop.thanks })).toBeVisible();
    expect(here(first.router)).toBe('/payment-successful');
    first.unmount();
    const second = visitCheckout({ items: [] });
    await waitFor(() => expect(here(second.router)).toBe('/'));
  });

  it('redirects home as soon as another tab has emptied it', async () => {
    const { router, host } = await openCheckout();
    act(() => host.basket.clear());
    await waitFor(() => expect(here(router)).toBe('/'));
  });
});

describe('premium access', () => {
  it('disables payment until the customer consents to immediate supply', async () => {
    const { paypal, user, sentTo } = await openCheckout({ items: premium, session: customer });
    await waitFor(() => expect(paypal.enabled()).toBe(false));
    expect(screen.getByText(/enable the payment buttons/)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /starts immediately/ }));
    await waitFor(() => expect(paypal.enabled()).toBe(true));
    await paypal.click();
    expect(sentTo('/api/orders')[0]?.input).toMatchObject({
      body: { items: premium, expectedTotal: 7700, digitalConsent: true },
    });
  });

  it('asks for no waiver while no lesson is recorded, and says that it is a pre-order', async () => {
    const { paypal, sentTo } = await openCheckout({
      items: premium,
      session: customer,
      answers: [preOrder],
    });
    expect(
      await screen.findByText(/^Pre-order: we are filming now\. Full refund until lesson 1 opens\.$/),
    ).toBeVisible();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    await waitFor(() => expect(paypal.enabled()).toBe(true));
    await paypal.click();
    expect(sentTo('/api/orders')[0]?.input).toMatchObject({
      body: { items: premium, digitalConsent: false },
    });
  });

  it('marks the checkbox when a customer clicks the disabled buttons', async () => {
    const { paypal } = await openCheckout({ items: premium, session: customer });
    const reject = jest.fn(async () => undefined);
    await act(async () => paypal.props().onClick?.({}, { reject, resolve: async () => undefined }));
    expect(reject).toHaveBeenCalled();
    expect(screen.getByRole('checkbox')).toBeInvalid();
  });

  it('requires a login, which returns to the checkout', async () => {
    const { paypal } = await openCheckout({ items: premium });
    expect(await screen.findByText('Please log in to buy premium access')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fcheckout');
    expect(paypal.enabled()).toBe(false);
  });
});

describe('premium access that the customer already has', () => {
  it('is not sold twice, and books in the same basket can still be bought', async () => {
    const { paypal, host, user } = await openCheckout({
      items: [...premium, ...oneBook],
      session: customer,
      answers: [failing(calls.createOrder, 'already-owned', 1)],
    });
    await user.click(screen.getByRole('checkbox'));
    await paypal.click();
    expect(screen.getByText('You already have premium access')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to my courses' })).toHaveAttribute('href', '/my-courses');
    await user.click(screen.getByRole('button', { name: 'Remove it from the cart' }));
    expect(host.basket.store.getState().items).toEqual(oneBook);
    expect(await paypal.click()).toBe('PAYPAL-1');
  });
});

describe('an empty basket after a message', () => {
  it('leads home when premium access that is owned was removed', async () => {
    const { paypal, router, user } = await openCheckout({
      items: premium,
      session: customer,
      answers: [failing(calls.createOrder, 'already-owned', 1)],
    });
    await user.click(screen.getByRole('checkbox'));
    await paypal.click();
    await user.click(screen.getByRole('button', { name: 'Remove it from the cart' }));
    await waitFor(() => expect(here(router)).toBe('/'));
  });
});

describe('a company', () => {
  const company = () => screen.getByRole('textbox', { name: /^Company/ });
  const purchaseOrder = () => screen.getByRole('textbox', { name: /^Purchase order number/ });

  it('keeps its name and its purchase order after a reload', async () => {
    const first = await openCheckout();
    await first.user.click(screen.getByText('Buying for a company?'));
    await first.user.type(company(), 'Reed Ltd');
    await first.user.type(purchaseOrder(), 'PO-4711');
    first.unmount();
    const { paypal, sentTo } = await openCheckout();
    expect(company()).toBeVisible();
    expect(company()).toHaveValue('Reed Ltd');
    await paypal.click();
    expect(sentTo('/api/orders')[0]?.input).toMatchObject({
      body: { company: 'Reed Ltd', purchaseOrderNumber: 'PO-4711' },
    });
  });

  it('cannot pay with a purchase order that an invoice cannot show', async () => {
    const { paypal, user } = await openCheckout();
    await user.click(screen.getByText('Buying for a company?'));
    await user.click(purchaseOrder());
    await user.paste('採購-4711');
    expect(purchaseOrder()).toHaveAccessibleDescription(/An invoice cannot show other characters/);
    await waitFor(() => expect(paypal.enabled()).toBe(false));
  });

  it('cannot pay with a name that is too long for the receipt', async () => {
    const { paypal, user } = await openCheckout();
    await user.click(screen.getByText('Buying for a company?'));
    await user.click(company());
    await user.paste('x'.repeat(121));
    expect(company()).toHaveAccessibleDescription('Please use at most 120 characters.');
    await waitFor(() => expect(paypal.enabled()).toBe(false));
    await user.clear(company());
    await waitFor(() => expect(paypal.enabled()).toBe(true));
  });
});

describe('a book that is sold out', () => {
  it('is named, and is left out of the order that is sent', async () => {
    const [sold] = [{ productId: 2, title: bookOf(2).title, reason: 'sold-out' as const }];
    const prices = shopAnswers().find(({ path }) => path === calls.priceBasket.path);
    const withoutIt = answer(calls.priceBasket, async () => {
      const body = { items: oneBook };
      // The prepared response has the type of the call.
      return { ...((await prices?.respond({ body })) as CallOutput<'priceBasket'>), unavailable: [sold] };
    });
    const { paypal, sentTo } = await openCheckout({
      items: [...oneBook, { productId: 2, quantity: 1 }],
      answers: [withoutIt],
    });
    expect(await screen.findByText(`${bookOf(2).title} is sold out`)).toBeVisible();
    expect(screen.getByText(/It is not part of this order/)).toBeVisible();
    await paypal.click();
    expect(sentTo('/api/orders')[0]?.input).toMatchObject({ body: { items: oneBook, expectedTotal: 4974 } });
  });
});

describe('the summary', () => {
  it('names the price that changed since the buyer last saw it', async () => {
    rememberProducts([bookOf(1)]);
    visitCheckout({ answers: [pricesWith(1, 3600)] });
    expect(
      await screen.findByText(`${bookOf(1).title}: The price has gone up from £34.74 to £36.00.`),
    ).toBeVisible();
  });

  it('states no amount of VAT for a seller without a VAT number, like the receipt', async () => {
    const unregistered = { ...settings, seller: { ...settings.seller, vatNumber: null } };
    await openCheckout({ answers: [answer(calls.checkoutSettings, () => unregistered)] });
    expect(screen.getByText(/^Total/)).toHaveTextContent('Total including VAT');
    expect(screen.queryByText(/VAT 0%|VAT within/)).not.toBeInTheDocument();
  });

  it('promises no dispatch of stock for a volume that is still to be published', async () => {
    visitCheckout({ items: [{ productId: 8, quantity: 1 }] });
    expect(await screen.findByText('A pre-ordered book is sent as soon as it is published.')).toBeVisible();
    expect(screen.queryByText(/Books in stock/)).not.toBeInTheDocument();
  });

  it('marks volume 5 as a pre-order', async () => {
    visitCheckout({ items: [...oneBook, { productId: 8, quantity: 1 }] });
    const note = await screen.findByText('Pre-order: sent as soon as it is published');
    expect(note.closest('li')).toHaveTextContent('Volume 5');
  });

  it('shows each line with its VAT, shipping, total, terms and support', async () => {
    await openCheckout({
      items: [...premium, { productId: 1, quantity: 2 }],
      session: customer,
    });
    expect(await screen.findByText(/12 of 33 lessons can be watched today/)).toBeVisible();
    expect(screen.getByText(/^We dispatch books in stock within three working days/)).toBeVisible();
    expect(
      screen.getByText(`${legalName}, ${address}. VAT number ${settings.seller.vatNumber}.`, plain),
    ).toBeVisible();
    const [premiumLine, bookLine] = screen.getAllByRole('listitem');
    expect(premiumLine).toHaveTextContent(
      'Premium access to Basic Covert Surveillance, all 33 lessonsQuantity 1includes £12.83 VAT (20%)£77.00',
    );
    expect(bookLine).toHaveTextContent('Quantity 2 × £34.74VAT 0% (zero-rated)£69.48');
    expect(screen.getByText('Shipping').nextElementSibling).toHaveTextContent('£15.00');
    expect(screen.getByText(/^Total/).nextElementSibling).toHaveTextContent('£161.48');
    expect(screen.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute(
      'href',
      '/terms-and-conditions',
    );
    expect(screen.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    expect(screen.getByRole('heading', { level: 1, name: 'Secure Checkout' })).toBeVisible();
  });
});
