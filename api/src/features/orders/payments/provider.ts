import type { Pence, ProblemId } from '@isa/api-contract';
import type { ShippingAddress } from '../../../database/entities/orders';
import { ProblemError } from '../../../http/problem-error';
import { timed } from '../../../platform/timing';
import { traceCall } from '../../../platform/tracing/spans';

export interface NewPayment {
  /** An internal id by which the provider's records refer to the row. */
  readonly customId: string;
  /** The number that the buyer sees, which is unique for the merchant. */
  readonly invoiceId: string;
  readonly accountKey: string | undefined;
  readonly currency: string;
  readonly lines: readonly {
    readonly sku: string;
    readonly name: string;
    readonly quantity: number;
    readonly unitPrice: Pence;
    readonly digital: boolean;
  }[];
  readonly subtotal: Pence;
  readonly shipping: Pence;
  readonly total: Pence;
  /** Whether an address is needed: printed goods need one, and for digital ones none may be requested. */
  readonly needsAddress: boolean;
}

export type CaptureState = 'completed' | 'pending' | 'declined' | 'refunded';

export interface Payment {
  readonly providerOrderId: string;
  readonly state: 'open' | 'approved' | 'captured' | 'voided';
  readonly customId: string | undefined;
  readonly invoiceId: string | undefined;
  readonly accountKey: string | undefined;
  readonly merchantId: string | undefined;
  readonly lines: readonly { readonly sku: string | undefined; readonly quantity: number }[];
  readonly amount: Money;
  readonly capture:
    | (Money & {
        readonly captureId: string;
        readonly state: CaptureState;
        readonly refunded: Pence;
        readonly at: Date | undefined;
      })
    | undefined;
  readonly source: string | undefined;
  readonly buyer:
    | {
        readonly payerId: string | undefined;
        readonly name: string | undefined;
        readonly email: string | undefined;
      }
    | undefined;
  readonly shipping: { readonly name: string | undefined; readonly address: ShippingAddress } | undefined;
}

interface Refund {
  readonly currency: string;
  readonly value: Pence;
}

/** What the provider's records of a time contain. */
export interface ListedPayments {
  readonly captureIds: readonly string[];
  /** The provider does not list later payments yet. */
  readonly completeUntil: Date;
}

export interface Money {
  readonly currency: string;
  /** `undefined` when the provider's amount is not a plain decimal: it then equals no order's amount. */
  readonly value: Pence | undefined;
}

/** The relevant content of a webhook. It is not trusted: the payment is read from the provider. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly kind: 'order-approved' | 'capture-changed' | 'capture-reversed' | 'other';
  readonly providerOrderId: string | undefined;
  readonly captureId: string | undefined;
}

export type PaymentErrorId =
  | 'unknown'
  | 'not-approved'
  | 'already-captured'
  | 'declined'
  | 'unavailable'
  /** The provider rejected the request; repeating it does not help. */
  | 'refused'
  | 'not-authentic';

export class PaymentError extends Error {
  override readonly name = 'PaymentError';
  /** Whether no call is made for a time, whatever the order, because the provider is known to be down. */
  readonly paused: boolean;
  /** Whether the academy's credentials or permissions are wrong, whatever the payment. */
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
  unavailable: 'payment-unavailable',
};

/** Translates a failed payment call for the buyer; other errors are returned unchanged. */
export function toProblem(error: unknown): unknown {
  return error instanceof PaymentError ? new ProblemError(problemIds[error.id], { cause: error }) : error;
}

/** The payment provider. Calls with a key are idempotent. Every method throws PaymentError. */
export interface PaymentProvider {
  createPayment(payment: NewPayment, key: string): Promise<{ readonly providerOrderId: string }>;
  readPayment(providerOrderId: string): Promise<Payment>;
  /** Lists payments from the provider's accounts, independent of our rows. */
  listPayments(from: Date, until: Date): Promise<ListedPayments>;
  readCaptured(captureId: string): Promise<Payment>;
  capturePayment(providerOrderId: string, key: string): Promise<Payment>;
  /** Refunds an amount of the capture, by default all that is left of it. */
  refundCapture(captureId: string, key: string, amount?: Refund): Promise<{ readonly refundId: string }>;
  /** Verifies and parses a webhook. `header` returns '' for a missing one. */
  readEvent(header: (name: string) => string, body: string): Promise<PaymentEvent>;
}

/** @param result `succeeded`, or why the call failed. */
type PaymentMeter = (call: string, result: string, seconds: number) => void;

export function measurePayments(provider: PaymentProvider, observe: PaymentMeter): PaymentProvider {
  const measured =
    <Inputs extends unknown[], Result>(call: string, run: (...inputs: Inputs) => Promise<Result>) =>
    (...inputs: Inputs): Promise<Result> =>
      timed(
        () => traceCall(`paypal ${call}`, {}, () => run(...inputs)),
        (seconds, failure) => observe(call, failure ? reasonOf(failure.error) : 'succeeded', seconds),
      );
  return {
    ...provider,
    createPayment: measured('create', provider.createPayment),
    readPayment: measured('read', provider.readPayment),
    capturePayment: measured('capture', provider.capturePayment),
    refundCapture: measured('refund', provider.refundCapture),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof PaymentError ? error.id : 'error';
}
