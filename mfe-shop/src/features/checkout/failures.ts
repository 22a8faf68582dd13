import { messages, waitingTime } from '@isa/api-contract';
import type { ApiError, ApiErrorId } from '@isa/contract';
import type { PaymentEnd } from '../../shared/open-payment';

/** A message for the customer about a payment that did not succeed, and the next step. */
export interface CheckoutFailure {
  /** The tone, which is that of an error by default. */
  readonly tone?: 'info';
  readonly title: string;
  readonly text: string;
  /**
   * The payment buttons by default. `prices`: review today's prices. `basket`: change the basket first. `login`: log in again.
   * `reload`: see the page of the account. `owned`: remove premium access, which is owned already.
   */
  readonly next?: 'prices' | 'basket' | 'login' | 'reload' | 'owned';
}

type Failures = Partial<Record<ApiErrorId, CheckoutFailure>>;

/**
 * Shown only when the server has said so after asking PayPal, or while no order has reached the browser, which nobody can
 * approve.
 */
const uncharged = 'You have not been charged.';

/** How PayPal's window ended without telling an approval. */
export type WindowEnd = 'cancelled' | 'failed';

export function windowNotice(end: WindowEnd): CheckoutFailure {
  return end === 'cancelled'
    ? { tone: 'info', title: 'You cancelled the payment', text: `${uncharged} Your cart is unchanged.` }
    : {
        title: 'PayPal could not complete the payment',
        text: `${uncharged} Please try again. If the window does not open, allow pop-ups for this site or choose another way to pay.`,
      };
}

/** An approval of an order that the server has closed unpaid, as when PayPal's window had seemed to end. */
export function lateApproval(number: string): CheckoutFailure {
  return {
    title: 'Your approval reached us too late',
    text: `${uncharged} Order ${number} was closed before PayPal told us of your approval, and we will not take the payment that you approved. Please pay again.`,
  };
}

const connectionLost: CheckoutFailure = {
  title: 'We lost the connection',
  text: `${uncharged} Please check your connection and try again.`,
};

const notForSale: CheckoutFailure = {
  title: 'This cart cannot be ordered',
  text: `${uncharged} Please check your cart: a product may no longer be for sale.`,
  next: 'basket',
};

const orderFailures: Failures = {
  network: connectionLost,
  timeout: connectionLost,
  'empty-basket': notForSale,
  'invalid-request': notForSale,
  'price-changed': {
    tone: 'info',
    title: 'A price changed while you were here',
    text: `${uncharged} The summary now shows today’s prices. Please check the total and pay again if you agree.`,
    next: 'prices',
  },
  'payment-unavailable': {
    title: 'PayPal is not responding',
    text: `${uncharged} Your cart is saved. Please try again in a few minutes.`,
  },
  'consent-missing': {
    tone: 'info',
    title: 'The first lesson has been published while you were here',
    text: `${uncharged} Premium access now begins straight away, so we need your agreement to that. Please reload the page and tick the box before you pay. Your cart and what you have typed are saved.`,
    next: 'reload',
  },
  'already-owned': {
    tone: 'info',
    title: 'You already have premium access',
    text: `${uncharged} Your account already has access to all lessons.`,
    next: 'owned',
  },
  'not-signed-in': {
    title: 'Your session has ended',
    text: `${uncharged} Please log in again. Your cart is saved.`,
    next: 'login',
  },
  'changed-meanwhile': {
    tone: 'info',
    title: 'You are logged in, but this page does not show it yet',
    text: `${uncharged} Please reload the page to order with your account. Your cart and what you have typed are saved.`,
    next: 'reload',
  },
};

/** @returns the message before any approval: the order could not be created, so PayPal's window was never opened for it. */
export function orderFailure(error: ApiError): CheckoutFailure {
  if (error.id === 'busy' || error.id === 'too-many-requests') {
    return {
      title: 'We are very busy right now',
      text: `${uncharged} Please try again ${waitingTime(error.retryAfterSeconds)}.`,
    };
  }
  if (error.id === 'sold-out') {
    return {
      tone: 'info',
      title: 'A book has sold out while you were here',
      text: error.message,
      next: 'prices',
    };
  }
  return (
    orderFailures[error.id] ?? {
      title: messages.somethingWrong,
      text: `${uncharged} Please try again.${error.requestId ? ` (Reference ${error.requestId})` : ''}`,
    }
  );
}

/**
 * @returns the message about an order that ended without a payment, as the server knows it from PayPal; none for one that the
 * buyer was told nothing about.
 * @param why how PayPal's window ended in this tab, if it did.
 */
export function unpaidNotice(
  { number, order, before }: PaymentEnd,
  why?: WindowEnd,
): CheckoutFailure | undefined {
  if (!order) {
    return {
      title: `We can’t find order ${number}`,
      text: 'Our server no longer has a record of it, so we can’t say whether it was paid. If PayPal or your statement shows a payment, write to us with this number.',
    };
  }
  if (order.lastFailure === 'declined') {
    return {
      title: 'The payment was declined',
      text: `${uncharged} Your bank or PayPal refused this card or account. Please choose another way to pay.`,
    };
  }
  if (why) return windowNotice(why);
  if (before === 'asking') return undefined;
  const { label, text } = order.shown;
  return { tone: 'info', title: `Order ${number}: ${label}`, text: text ?? uncharged };
}
