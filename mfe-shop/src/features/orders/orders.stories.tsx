import { calls, messages, PREMIUM_ID } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { answer, failed, pageStory, pending, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { lastOrder } from '../../shared/last-order';
import { orderOf, receiptOf, shopAnswers } from '../../testing/shop-api';

const session = { status: 'in', name: 'Sam Reed' } as const;
const items = [
  { productId: 8, quantity: 1 },
  { productId: PREMIUM_ID, quantity: 1 },
];
const orders = (shows: string, first: Parameters<typeof pageStory>[3]) =>
  pageStory(remote, paths.myOrders, shows, { session, answers: shopAnswers(), ...first });
const order = (shows: string, answers = shopAnswers()) =>
  pageStory(remote, paths.order('signed.link'), shows, { answers });
const bought = () => lastOrder.write({ order: orderOf(items), providerOrderId: 'PAYPAL-1', shown: false });
const receipt = answer(calls.readOrder, () => ({ order: receiptOf(items) }));

export default {
  empty: orders('No orders yet', {
    answers: [answer(calls.listMyOrders, () => ({ orders: [], next: null })), ...shopAnswers()],
  }),
  loading: orders('Loading your orders…', { answers: [pending(calls.listMyOrders), ...shopAnswers()] }),
  error: orders('We can’t show your orders right now', {
    answers: [failed(calls.listMyOrders, 'network'), ...shopAnswers()],
  }),
  full: orders('ISA-2026-000101', {}),
  'an order': order('ISA-2026-000123'),
  'an order, error': order('We can’t show this order right now', [
    failed(calls.readOrderByLink, 'network'),
    ...shopAnswers(),
  ]),
  thanks: pageStory(remote, paths.paymentSuccessful, 'ISA-2026-000123', {
    answers: [receipt, ...shopAnswers()],
    prepare: bought,
  }),
  'thanks, without an order': pageStory(remote, paths.paymentSuccessful, messages.shop.enjoyed, {
    answers: shopAnswers(),
  }),
} satisfies Stories;
