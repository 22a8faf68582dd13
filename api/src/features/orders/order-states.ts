import { formatPounds, type OrderMoney, type OrderStatus, type Pence } from '@isa/api-contract';
import type { OrderEventRow } from '../../database/entities';

/** Who may cause an event. The sweep acts for buyers whose tabs are closed and for lost messages. */
type Actor = 'buyer' | 'PayPal' | 'sweep' | 'staff';

export type OrderMail =
  | 'order-confirmation'
  | 'office-order'
  | 'order-sent'
  | 'order-tracking'
  | 'order-address'
  | 'order-refunded'
  | 'refund-failed'
  | 'payment-review'
  | 'payment-unclear'
  | 'payment-refused'
  | 'payment-not-taken'
  | 'payment-returned'
  | 'payment-reversed'
  | 'payment-reinstated'
  | 'return-asked'
  | 'office-return';

interface EventRule {
  readonly by: readonly Actor[];
  /** What it does to the premium access that the order paid for. */
  readonly access?: 'opens' | 'reopens' | 'ends' | 'ends-with-its-line';
  readonly mails?: readonly OrderMail[];
  /** How the order's history names it at the office; without it the history is silent. */
  readonly history?: string;
  /** Whether a member of staff has to look at the order: always, or only if a detail says why. */
  readonly attention?: 'always' | 'with-detail';
}

const events = {
  'capture-started': { by: ['buyer', 'PayPal', 'sweep'] },
  'capture-failed': { by: ['PayPal'] },
  'capture-stuck': {
    by: ['buyer', 'sweep'],
    mails: ['payment-unclear'],
    history: 'PayPal does not say whether the payment was taken',
    attention: 'always',
  },
  'review-started': { by: ['PayPal'], mails: ['payment-review'], history: 'PayPal is checking the payment' },
  paid: {
    by: ['PayPal'],
    access: 'opens',
    mails: ['order-confirmation', 'office-order'],
    history: 'Paid',
    attention: 'with-detail',
  },
  refused: {
    by: ['PayPal'],
    access: 'ends',
    mails: ['payment-refused'],
    history: 'Payment refused',
    attention: 'with-detail',
  },
  mismatched: { by: ['PayPal'], history: 'Payment does not match the order', attention: 'always' },
  unknown: { by: ['PayPal'], mails: ['payment-not-taken'], history: 'Closed: PayPal has no record of it' },
  left: { by: ['buyer'], mails: ['payment-not-taken'], history: 'Closed: the buyer left without paying' },
  replaced: { by: ['buyer'], mails: ['payment-not-taken'], history: 'Closed: replaced by another order' },
  'closed-unpaid': {
    by: ['staff'],
    mails: ['payment-not-taken'],
    history: 'Closed: PayPal’s account shows no payment',
  },
  expired: { by: ['sweep'], mails: ['payment-not-taken'], history: 'Closed: never paid' },
  'owned-already': {
    by: ['sweep', 'buyer', 'PayPal'],
    mails: ['payment-not-taken'],
    history: 'Closed: the buyer already has premium access',
  },
  ownerless: {
    by: ['sweep', 'buyer', 'PayPal'],
    mails: ['payment-not-taken'],
    history: 'Closed: its account was deleted',
  },
  cancelled: { by: ['buyer'], history: 'Cancelled by the buyer' },
  'refund-requested': { by: ['buyer', 'staff'], history: 'Refund started' },
  'refund-pending': { by: ['PayPal'], history: 'Refund under way at PayPal' },
  'refund-done': {
    by: ['PayPal', 'staff'],
    access: 'ends-with-its-line',
    mails: ['order-refunded'],
    history: 'Refund confirmed',
  },
  // PayPal does not say for which products.
  'refunded-at-paypal': {
    by: ['PayPal'],
    mails: ['order-refunded'],
    history: 'Refunded at PayPal',
    attention: 'always',
  },
  refunded: {
    by: ['PayPal', 'staff'],
    access: 'ends',
    mails: ['order-refunded'],
    history: 'Refunded in full',
  },
  returned: {
    by: ['PayPal', 'sweep'],
    mails: ['payment-returned'],
    history: 'Payment sent back',
  },
  'refund-refused': { by: ['PayPal'], history: 'Refund refused', attention: 'always' },
  'refund-failed': {
    by: ['PayPal'],
    mails: ['refund-failed'],
    history: 'Refund failed',
    attention: 'always',
  },
  reversed: {
    by: ['PayPal'],
    access: 'ends',
    mails: ['payment-reversed'],
    history: 'Payment taken back by PayPal or the bank',
    attention: 'always',
  },
  disputed: { by: ['PayPal'], history: 'Dispute at PayPal', attention: 'always' },
  'dispute-won': { by: ['PayPal'], history: 'Dispute at PayPal decided for us', attention: 'always' },
  reinstated: {
    by: ['PayPal', 'sweep'],
    access: 'reopens',
    mails: ['payment-reinstated'],
    history: 'The payment has been returned to us',
    attention: 'always',
  },
  sent: { by: ['staff'], mails: ['order-sent'], history: 'Marked as sent' },
  'tracking-changed': { by: ['staff'], mails: ['order-tracking'], history: 'Tracking number changed' },
  'address-changed': { by: ['staff'], mails: ['order-address'], history: 'Delivery address changed' },
  'return-asked': {
    by: ['buyer'],
    mails: ['return-asked', 'office-return'],
    history: 'Return requested by the buyer',
    attention: 'always',
  },
  attended: { by: ['staff'], history: 'Marked as dealt with' },
} as const satisfies Readonly<Record<string, EventRule>>;
export type OrderEventName = keyof typeof events;

/** What can happen to an order. A name is at most 24 characters long. */
export const orderEvents: Readonly<Record<OrderEventName, EventRule>> = events;

export function isOrderEvent(kind: string): kind is OrderEventName {
  return Object.hasOwn(orderEvents, kind);
}

/** Why staff have to look at an order after an event; `undefined` when they need not. */
export function attentionOf(event: OrderEventName, detail: string): string | undefined {
  const { attention, history } = orderEvents[event];
  const isNeeded = attention === 'always' || (attention === 'with-detail' && detail !== '');
  return isNeeded ? `${history ?? event}${detail && `: ${detail}`}`.slice(0, 300) : undefined;
}

/**
 * What nobody has dealt with in an order's history, oldest first. That PayPal does not say whether it took the payment is
 * settled by its answer.
 */
export function openAttention(
  status: OrderStatus,
  history: readonly Pick<OrderEventRow, 'kind' | 'detail' | 'at'>[],
): readonly { readonly reason: string; readonly at: Date }[] {
  const lastDealtWith = history.findLastIndex(({ kind }) => kind === 'attended');
  return history.slice(lastDealtWith + 1).flatMap(({ kind, detail, at }) => {
    const isAnswered = kind === 'capture-stuck' && status !== 'capturing';
    const reason = isOrderEvent(kind) && !isAnswered ? attentionOf(kind, detail) : undefined;
    return reason === undefined ? [] : [{ reason, at }];
  });
}

/** What the words about an order depend on. */
export interface OrderFacts {
  readonly total: Pence;
  readonly refunded: Pence;
  readonly refunding: Pence;
  readonly declined: boolean;
  /** Whether PayPal has reported the payment as taken, whatever it has reported since. */
  readonly wasTaken: boolean;
  /** Whether the sweep is still sending a mismatched payment back. */
  readonly isReturning: boolean;
  readonly mailTo: string | null;
}

export interface OrderState {
  /** The words for customers and staff alike. */
  readonly label: string;
  readonly tone: 'plain' | 'accent' | 'success' | 'error';
  readonly money: OrderMoney;
  /** Whether its books may be sent and its premium access is open. */
  readonly delivers: boolean;
  /** Who finds out what comes next; `undefined` when nothing is expected. */
  readonly followUp: string | undefined;
  readonly text: (facts: OrderFacts) => string | null;
  /** The next state after each event; any other event changes nothing in this state. */
  readonly on: Partial<Readonly<Record<OrderEventName, OrderStatus>>>;
}

/** A disappointed hope about money that arrives after all: the order is then treated as if it had been waited for. */
const lateMoney = {
  'review-started': 'reviewing',
  paid: 'captured',
  mismatched: 'mismatched',
  refunded: 'refunded',
  reversed: 'reversed',
} as const;

const attended = (status: OrderStatus) => ({ attended: status, disputed: status, 'dispute-won': status });

export const orderStates: Readonly<Record<OrderStatus, OrderState>> = {
  created: {
    label: 'Waiting for payment',
    tone: 'plain',
    money: 'none',
    delivers: false,
    followUp: 'The sweep asks PayPal, after a minute at first, and closes the order after seven hours.',
    text: ({ declined }) =>
      declined
        ? 'The last payment was declined. Nothing has been taken for this order.'
        : 'Nothing has been taken for this order.',
    on: {
      ...lateMoney,
      'capture-started': 'capturing',
      refused: 'refused',
      unknown: 'cancelled',
      left: 'cancelled',
      replaced: 'cancelled',
      expired: 'cancelled',
      'owned-already': 'cancelled',
      ownerless: 'cancelled',
      ...attended('created'),
    },
  },
  capturing: {
    label: 'Payment being checked',
    tone: 'accent',
    money: 'unclear',
    delivers: false,
    followUp:
      'The next caller or the sweep repeats the capture with the same key, so that PayPal takes it once. After an hour without an answer, the staff look at it.',
    text: ({ total, mailTo }) =>
      `We do not know yet whether PayPal has taken ${formatPounds(total)}. Please do not pay again. ${promise(mailTo, 'we know')}`,
    on: {
      ...lateMoney,
      'capture-failed': 'created',
      'capture-stuck': 'capturing',
      refused: 'refused',
      unknown: 'cancelled',
      'closed-unpaid': 'cancelled',
      ...attended('capturing'),
    },
  },
  reviewing: {
    label: 'PayPal is checking your payment',
    tone: 'accent',
    money: 'unclear',
    delivers: false,
    followUp: 'PayPal’s event tells the result, and the sweep asks every hour.',
    text: ({ total, mailTo }) =>
      `PayPal is checking your payment of ${formatPounds(total)}, which can take a few days. You do not need to do anything; please do not pay again. ${promise(mailTo, 'PayPal has decided')}`,
    on: {
      paid: 'captured',
      refused: 'refused',
      mismatched: 'mismatched',
      refunded: 'refunded',
      reversed: 'reversed',
      unknown: 'cancelled',
      ...attended('reviewing'),
    },
  },
  captured: {
    label: 'Paid',
    tone: 'success',
    money: 'taken',
    delivers: true,
    followUp:
      'The sweep asks PayPal after a day, a week, and one, three and six months, because a refund that is made there may not be told.',
    text({ total, refunded, refunding }) {
      if (refunding > 0)
        return `A refund of ${formatPounds(refunding)} is under way. We will tell you as soon as PayPal has confirmed it.`;
      return refunded > 0
        ? `${formatPounds(refunded)} of ${formatPounds(total)} went back to the account that you paid with.`
        : null;
    },
    on: {
      refused: 'refused',
      cancelled: 'captured',
      'refund-requested': 'captured',
      'refund-pending': 'captured',
      'refund-done': 'captured',
      'refunded-at-paypal': 'captured',
      refunded: 'refunded',
      'refund-refused': 'captured',
      'refund-failed': 'captured',
      reversed: 'reversed',
      sent: 'captured',
      'tracking-changed': 'captured',
      'address-changed': 'captured',
      'return-asked': 'captured',
      ...attended('captured'),
    },
  },
  refused: {
    label: 'Payment refused',
    tone: 'error',
    money: 'none',
    delivers: false,
    followUp: undefined,
    text: ({ wasTaken }) =>
      wasTaken
        ? 'PayPal first reported that your payment was taken, and has refused it since, so we have no money for this order. PayPal can tell you when it is back in your account.'
        : 'PayPal refused the payment. Nothing was taken. Please order again and choose another way to pay.',
    // It may have been a sale before.
    on: { ...lateMoney, reinstated: 'captured', ...attended('refused') },
  },
  mismatched: {
    label: 'Payment does not match',
    tone: 'error',
    money: 'taken',
    delivers: false,
    followUp: 'The sweep sends the money back. What PayPal refuses to send back is left to the staff.',
    text: ({ isReturning }) =>
      isReturning
        ? 'The payment does not match this order, so nothing is delivered. The money is being sent back to the account that you paid with.'
        : 'The payment does not match this order, so nothing is delivered. Our staff are looking into it and will write to you.',
    on: {
      'refund-pending': 'mismatched',
      'refund-refused': 'mismatched',
      returned: 'refunded',
      reversed: 'reversed',
      ...attended('mismatched'),
    },
  },
  refunded: {
    label: 'Refunded',
    tone: 'plain',
    money: 'returned',
    delivers: false,
    followUp: undefined,
    text: () =>
      'The whole payment has been refunded to the account you paid with. It can take your bank a few days to show it.',
    on: {
      // It may be known as a refund first, and a bank may take back what we have refunded.
      reversed: 'reversed',
      reinstated: 'captured',
      'tracking-changed': 'refunded',
      'return-asked': 'refunded',
      ...attended('refunded'),
    },
  },
  reversed: {
    label: 'Payment taken back',
    tone: 'error',
    money: 'returned',
    delivers: false,
    followUp: 'PayPal’s event tells when a dispute is decided for us, and the sweep asks every day.',
    text: () => 'PayPal or your bank has taken this payment back from us. This order is closed.',
    on: { reinstated: 'captured', 'tracking-changed': 'reversed', ...attended('reversed') },
  },
  cancelled: {
    label: 'Not paid',
    tone: 'plain',
    money: 'none',
    delivers: false,
    followUp: undefined,
    text: () => 'This order was closed before it was paid. Nothing was taken.',
    on: { ...lateMoney, refused: 'refused', ...attended('cancelled') },
  },
};

/** What is true about the mail that brings the result; nothing is promised without an address. */
function promise(mailTo: string | null, when: string): string {
  return mailTo === null
    ? 'This page shows the result as soon as we know it.'
    : `We will write to ${mailTo} as soon as ${when}.`;
}

/** The states in which an attempt to pay is open. Of the orders of one browser at most one is in them. */
export const OPEN_STATES: readonly OrderStatus[] = ['created', 'capturing'];

/** The states of which a customer's history tells: money was taken, held, refused or returned. */
export const LISTED_STATES: readonly OrderStatus[] = [
  'capturing',
  'reviewing',
  'captured',
  'refused',
  'mismatched',
  'refunded',
  'reversed',
];
