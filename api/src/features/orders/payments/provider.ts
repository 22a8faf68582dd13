import type { Pence, ProblemId } from '@isa/api-contract';
import { ProblemError } from '../../../http/problem-error';

/** The relevant content of a webhook. It is not trusted: the payment is read from the provider. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly kind:
    | 'order-approved'
    | 'capture-changed'
    | 'capture-reversed'
    | 'disputed'
    | 'dispute-won'
    | 'other';
  /** When it happened at the provider. */
  readonly at: Date | undefined;
  readonly providerOrderId: string | undefined;
  readonly captureId: string | undefined;
  /** The pence that were taken back; `undefined` when the event does not say. */
  readonly amount?: Pence | undefined;
  /** What staff read about a dispute. */
  readonly detail?: string;
}

/** What became of a refund at the provider. */
export interface RefundOutcome {
  /** Null when the provider has refused to begin it. */
  readonly refundId: string | null;
  readonly state: 'pending' | 'done' | 'failed';
  /** Why it failed, for the staff. */
  readonly reason?: string;
}

export type PaymentErrorId =
  | 'unknown'
  | 'not-approved'
  | 'already-captured'
  | 'declined'
  | 'unavailable'
  /** The provider rejected the request; repeating it does not help. */
  | 'refused'
  /** The provider's answer cannot be understood, and may say anything. */
  | 'unreadable'
  | 'not-authentic';

export class PaymentError extends Error {
  override readonly name = 'PaymentError';
  /** Whether calls for all orders pause for a time, because the provider is known to be down. */
  readonly paused: boolean;
  /** Whether the academy's credentials or permissions are wrong, so that every payment fails. */
  readonly notPermitted: boolean;

  constructor(
    readonly id: PaymentErrorId,
    message: string,
    {
      cause,
      paused = false,
      notPermitted = false,
    }: { readonly cause?: unknown; readonly paused?: boolean; readonly notPermitted?: boolean } = {},
    /** How long the provider asks not to be called, in milliseconds. */
    readonly retryAfterMs = 0,
  ) {
    super(message, { cause });
    this.paused = paused;
    this.notPermitted = notPermitted;
  }
}

const problemIds: Readonly<Record<PaymentErrorId, ProblemId>> = {
  declined: 'payment-declined',
  'not-approved': 'order-not-approved',
  unknown: 'order-not-payable',
  'already-captured': 'order-not-payable',
  'not-authentic': 'invalid-signature',
  refused: 'payment-unavailable',
  unreadable: 'payment-unavailable',
  unavailable: 'payment-unavailable',
};

/** Turns the PaymentError `unknown` into `undefined`, and throws every other error. */
export function ignoreUnknown(error: unknown): undefined {
  if (!(error instanceof PaymentError) || error.id !== 'unknown') throw error;
}

/** Translates a failed payment call for the buyer; other errors are returned unchanged. */
export function toProblem(error: unknown): unknown {
  return error instanceof PaymentError ? new ProblemError(problemIds[error.id], { cause: error }) : error;
}
