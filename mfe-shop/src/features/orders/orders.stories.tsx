import { calls, PREMIUM_ID, pence, type Receipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { answer, failed, pageStory, pending, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { lastOrder } from '../../shared/last-order';
import { receiptOf, shopAnswers, states } from '../../testing/shop-api';

const session = { status: 'in', name: 'Sam Reed' } as const;
const items = [
  { productId: 8, quantity: 1 },
  { productId: PREMIUM_ID, quantity: 1 },
];
const orders = (shows: string, first: Parameters<typeof pageStory>[3]) =>
  pageStory(remote, paths.myOrders, shows, { session, answers: shopAnswers(), ...first });
const order = (shows: string, answers = shopAnswers()) =>
  pageStory(remote, paths.order('signed.link'), shows, { answers });
const bought = () => lastOrder.write({ link: 'signed.link', shown: false });
const receipt = (changes: Partial<Receipt> = {}) => [
  answer(calls.readOrderByLink, () => ({ order: receiptOf(items, changes) })),
  ...shopAnswers(),
];
const thanks = (shows: string, changes?: Partial<Receipt>) =>
  pageStory(remote, paths.paymentSuccessful, shows, { answers: receipt(changes), prepare: bought });

export default {
  empty: orders('No orders yet', {
    answers: [answer(calls.listMyOrders, () => ({ orders: [], next: null })), ...shopAnswers()],
  }),
  loading: orders('Loading your orders…', { answers: [pending(calls.listMyOrders), ...shopAnswers()] }),
  error: orders('We can’t show your orders right now', {
    answers: [failed(calls.listMyOrders, 'network'), ...shopAnswers()],
  }),
  full: orders('ISA-2026-000101', {}),
  'an order': order('ISA-2026-000123', receipt()),
  'an order, error': order('We can’t show this order right now', [
    failed(calls.readOrderByLink, 'network'),
    ...shopAnswers(),
  ]),
  'an order under review': order('PayPal is checking your payment', receipt(states.reviewing)),
  'an order whose payment was refused': order('Order again', receipt(states.refused)),
  'an order with a refund under way': order(
    'A refund of £31.00 is under way.',
    receipt({
      shown: { label: 'Paid', tone: 'success', text: 'A refund of £31.00 is under way.' },
      refunding: pence(3100),
      refunds: [{ amount: pence(3100), state: 'under-way', at: '2026-11-22T10:00:00.000Z', lines: [] }],
    }),
  ),
  thanks: thanks('ISA-2026-000123'),
  'thanks, under review': thanks('PayPal is checking your payment', states.reviewing),
  'thanks, refused': thanks('Order again', states.refused),
  'thanks, without an order': pageStory(remote, paths.paymentSuccessful, 'Find your order', {
    answers: shopAnswers(),
  }),
} satisfies Stories;
