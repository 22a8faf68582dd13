import { calls, PREMIUM_ID } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { failed, pageStory, pending, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { pricesWith, shopAnswers } from '../../testing/shop-api';
import { rememberProducts } from '../../shared/known-products';
import { bookOf } from '../../testing/books';

const items = [
  { productId: 1, quantity: 1 },
  { productId: 8, quantity: 2 },
  { productId: PREMIUM_ID, quantity: 1 },
];
const page = (shows: string, options: Parameters<typeof pageStory>[3]) =>
  pageStory(remote, paths.basket, shows, { items, answers: shopAnswers(), ...options });

export default {
  empty: page('Your cart is empty', { items: [] }),
  loading: page('Cart', { answers: [pending(calls.priceBasket), ...shopAnswers()] }),
  error: page('We can’t check today’s prices right now', {
    answers: [failed(calls.priceBasket, 'network'), failed(calls.listBooks, 'network'), ...shopAnswers()],
  }),
  full: page('Total including VAT', {}),
  'a pack for less': page('Swap for the pack', {
    items: [
      { productId: 1, quantity: 1 },
      { productId: 2, quantity: 1 },
    ],
  }),
  'a changed price': page('The price has gone up from £34.74 to £36.00', {
    answers: [pricesWith(1, 3600), ...shopAnswers()],
    prepare: () => rememberProducts([bookOf(1)]),
  }),
} satisfies Stories;
