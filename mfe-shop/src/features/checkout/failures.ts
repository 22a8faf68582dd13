import { messages } from '@isa/api-contract';
import type { ApiError, ApiErrorId } from '@isa/contract';
import type { PendingOrder } from './pending-order';

/** What the customer is told when a payment did not go through, and which way on is offered. */
export interface Failure {
  readonly tone: 'info' | 'error';
  readonly title: string;
  readonly text: string;
  /**
   * `pay`: the payment buttons stay and are the way on. `resume`: ask again what became of the payment.
   * `prices`: look at today's prices. `basket`: something must change there first. `login`: the session ended.
   * `owned`: premium access is there already and can leave the basket.
   */
  readonly next: 'pay' | 'resume' | 'prices' | 'basket' | 'login' | 'owned';
}

const uncharged = 'You have not been charged.';

export const cancelled: Failure = {
  tone: 'info',
  title: 'You cancelled the payment',
  text: `${uncharged} Your basket is as it was; pay whenever you are ready.`,
  next: 'pay',
};

/** PayPal's window could not open, closed with an error or never came to an approval. */
export const windowFailed: Failure = {
  tone: 'error',
  title: 'PayPal could not finish',
  text: `${uncharged} Please try again. If the window does not open, allow pop-ups for this site or choose another way to pay.`,
  next: 'pay',
};

type Words = Partial<Record<ApiErrorId, (error: ApiError) => Omit<Failure, 'tone'> & Partial<Failure>>>;

const lost: Words[ApiErrorId] = () => ({
  title: 'We lost the connection',
  text: `${uncharged} Please check your connection and try again.`,
  next: 'pay',
});

const tooBusy: Words[ApiErrorId] = ({ retryAfterSeconds }) => ({
  title: 'We are very busy right now',
  text: `${uncharged} Please try again ${waiting(retryAfterSeconds)}.`,
  next: 'pay',
});

const notForSale: Words[ApiErrorId] = () => ({
  title: 'This basket cannot be ordered',
  text: `${uncharged} Please check your basket; something in it may no longer be for sale.`,
  next: 'basket',
});

const orderWords: Words = {
  network: lost,
  timeout: lost,
  busy: tooBusy,
  'too-many-requests': tooBusy,
  'empty-basket': notForSale,
  'invalid-request': notForSale,
  'price-changed': () => ({
    tone: 'info',
    title: 'A price changed while you were here',
    text: `${uncharged} The summary now shows today’s prices. Please check the total and pay again if you agree.`,
    next: 'prices',
  }),
  'payment-unavailable': () => ({
    title: 'PayPal does not answer',
    text: `${uncharged} Your basket is safe. Please try again in a few minutes.`,
    next: 'pay',
  }),
  'consent-missing': () => ({
    title: 'One tick is missing',
    text: `${uncharged} Please agree to immediate access to the online courses first.`,
    next: 'pay',
  }),
  'already-owned': () => ({
    tone: 'info',
    title: 'You already have premium access',
    text: `${uncharged} All lessons are open for your account; nobody pays for them twice.`,
    next: 'owned',
  }),
  'not-signed-in': () => ({
    title: 'Your session has ended',
    text: `${uncharged} Please log in again; your basket is kept.`,
    next: 'login',
  }),
};

/** Before anything was approved: the order could not be made. */
export function orderFailure(error: ApiError): Failure {
  const words = orderWords[error.id]?.(error) ?? {
    title: messages.somethingWrong,
    text: `${uncharged} Please try again.${reference(error)}`,
    next: 'pay',
  };
  return { tone: 'error', ...words };
}

const undecided: readonly ApiErrorId[] = [
  'network',
  'timeout',
  'unreadable',
  'busy',
  'too-many-requests',
  'payment-unavailable',
  'internal-error',
];

/** Worth asking again: nothing was decided yet, or the decision got lost, and a capture may be repeated. */
export function isUndecided(id: ApiErrorId): boolean {
  return undecided.includes(id);
}

/** After the customer approved, or may have: what is known of the payment. */
export function captureFailure(error: ApiError, { number: orderNumber, approved }: PendingOrder): Failure {
  if (isUndecided(error.id) && !approved) {
    return {
      tone: 'error',
      title: 'We could not check your earlier payment',
      text: `Order ${orderNumber} was started here and may be paid already. Please check before you pay again: checking cannot charge you twice.`,
      next: 'resume',
    };
  }
  if (isUndecided(error.id)) {
    return {
      tone: 'error',
      title: 'We could not hear whether your payment arrived',
      text: `You approved order ${orderNumber}, and then the connection was lost. Please don’t pay again: checking cannot charge you twice.`,
      next: 'resume',
    };
  }
  if (error.id === 'payment-declined') {
    return {
      tone: 'error',
      title: 'The payment was declined',
      text: `${uncharged} Your bank or PayPal refused this card or account. Please choose another way to pay.`,
      next: 'pay',
    };
  }
  if (error.id === 'order-not-approved') {
    return {
      tone: 'info',
      title: 'The payment was not completed',
      text: `${uncharged} Please pay again to finish your order.`,
      next: 'pay',
    };
  }
  return {
    tone: 'error',
    title: 'This order can no longer be paid',
    text: `Order ${orderNumber} was closed before the payment arrived. Please start again; if your statement shows a charge, write to us with this number.${reference(error)}`,
    next: 'pay',
  };
}

function waiting(seconds: number | undefined): string {
  if (seconds === undefined || seconds < 1) return 'in a moment';
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

function reference({ requestId }: ApiError): string {
  return requestId ? ` (Reference ${requestId})` : '';
}
