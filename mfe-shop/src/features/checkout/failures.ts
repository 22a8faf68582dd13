import { messages, waitingTime } from '@isa/api-contract';
import type { ApiError, ApiErrorId } from '@isa/contract';
import type { PendingOrder } from './pending-order';

/** A message for the customer about a payment that did not succeed, and the next step. */
export interface CheckoutFailure {
  /** The tone, which is that of an error by default. */
  readonly tone?: 'info';
  readonly title: string;
  readonly text: string;
  /**
   * The payment buttons by default. `resume`: check the payment's status. `prices`: review today's prices. `basket`:
   * change the basket first. `login`: log in again. `owned`: remove premium access, which is owned already.
   */
  readonly next?: 'resume' | 'prices' | 'basket' | 'login' | 'owned';
}

type Failures = Partial<Record<ApiErrorId, CheckoutFailure>>;

const uncharged = 'You have not been charged.';

export const cancelled: CheckoutFailure = {
  tone: 'info',
  title: 'You cancelled the payment',
  text: `${uncharged} Your cart is unchanged.`,
};

/** PayPal's window did not open, or closed with an error or without an approval. */
export const windowFailed: CheckoutFailure = {
  title: 'PayPal could not finish',
  text: `${uncharged} Please try again. If the window does not open, allow pop-ups for this site or choose another way to pay.`,
};

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
    title: 'PayPal does not answer',
    text: `${uncharged} Your cart is saved. Please try again in a few minutes.`,
  },
  'consent-missing': {
    title: 'Your agreement is needed',
    text: `${uncharged} Please agree to immediate access to the online courses first.`,
  },
  'already-owned': {
    tone: 'info',
    title: 'You already have premium access',
    text: `${uncharged} All lessons are already open for your account.`,
    next: 'owned',
  },
  'not-signed-in': {
    title: 'Your session has ended',
    text: `${uncharged} Please log in again. Your cart is kept.`,
    next: 'login',
  },
};

/** @returns the message before any approval: the order could not be created. */
export function orderFailure(error: ApiError): CheckoutFailure {
  if (error.id === 'busy' || error.id === 'too-many-requests') {
    return {
      title: 'We are very busy right now',
      text: `${uncharged} Please try again ${waitingTime(error.retryAfterSeconds)}.`,
    };
  }
  return (
    orderFailures[error.id] ?? {
      title: messages.somethingWrong,
      text: `${uncharged} Please try again.${reference(error)}`,
    }
  );
}

/** Errors after which a capture may still succeed or have succeeded. Repeating a capture is safe. */
export const undecidedErrors: ReadonlySet<ApiErrorId> = new Set([
  'network',
  'timeout',
  'unreadable',
  'busy',
  'too-many-requests',
  'payment-unavailable',
  'internal-error',
]);

const captureFailures: Failures = {
  'payment-declined': {
    title: 'The payment was declined',
    text: `${uncharged} Your bank or PayPal refused this card or account. Please choose another way to pay.`,
  },
  'order-not-approved': {
    tone: 'info',
    title: 'The payment was not completed',
    text: `${uncharged} Please pay again to finish your order.`,
  },
};

/** The message after the customer's approval, or a possible one. */
export function captureFailure(error: ApiError, { number, approved }: PendingOrder): CheckoutFailure {
  if (undecidedErrors.has(error.id)) {
    return approved
      ? {
          title: 'We could not confirm your payment',
          text: `You approved order ${number}, and then the connection was lost. Please don’t pay again: checking cannot charge you twice.`,
          next: 'resume',
        }
      : {
          title: 'We could not check your earlier payment',
          text: `Order ${number} was started here and may be paid already. Please check before you pay again: checking cannot charge you twice.`,
          next: 'resume',
        };
  }
  return (
    captureFailures[error.id] ?? {
      title: 'This order can no longer be paid',
      text: `Order ${number} was closed before the payment arrived. Please start again; if your statement shows a charge, write to us with this number.${reference(error)}`,
    }
  );
}

function reference({ requestId }: ApiError): string {
  return requestId ? ` (Reference ${requestId})` : '';
}
