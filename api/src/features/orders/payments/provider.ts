import type { Pence } from '@isa/api-contract';
import type { ShippingAddress } from '../../../database/entities/orders';

/** An order as the provider is asked for it. Amounts are pence of `currency`. */
export interface NewPayment {
  /** Ours, never shown: leads from the provider's records back to the row. */
  readonly customId: string;
  /** Shown to the buyer and unique for the merchant. */
  readonly invoiceId: string;
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
  /** Printed goods need an address, digital ones must not ask for one. */
  readonly needsAddress: boolean;
}

export type CaptureState = 'completed' | 'pending' | 'declined' | 'refunded';

/** What the provider says about an order: the truth that rows are held against. */
export interface Payment {
  readonly providerOrderId: string;
  readonly state: 'open' | 'approved' | 'captured' | 'voided';
  readonly customId: string | undefined;
  readonly merchantId: string | undefined;
  readonly amount: Money;
  readonly capture:
    | (Money & { readonly captureId: string; readonly state: CaptureState; readonly refunded: Pence })
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

export interface Money {
  readonly currency: string;
  /** `undefined` when the provider's figure is no plain decimal: then it equals no amount of ours. */
  readonly value: Pence | undefined;
}

/** What a webhook tells, as far as it matters here. Its words are a hint; the provider is asked again. */
export interface PaymentEvent {
  /** The provider's own id; the same event may come several times. */
  readonly id: string;
  readonly type: string;
  readonly kind: 'order-approved' | 'capture-changed' | 'capture-reversed' | 'other';
  readonly providerOrderId: string | undefined;
  readonly captureId: string | undefined;
}

export type PaymentErrorId =
  /** The provider knows no such order or capture. */
  | 'unknown'
  /** The buyer has not agreed yet. */
  | 'not-approved'
  | 'already-captured'
  /** The buyer's instrument was refused; another one may do. */
  | 'declined'
  /** No answer, or none that can be relied on: what was asked may or may not have happened. */
  | 'unavailable'
  /** The provider understood and will not do it, however often it is asked. */
  | 'refused'
  /** A webhook that is not the provider's. */
  | 'not-authentic';

/** Why a payment call failed. Carries the provider's names for it and nothing that is secret. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError';

  constructor(
    readonly id: PaymentErrorId,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

/**
 * The one door to the payment provider. Calls that take a key are idempotent by it: repeating them with
 * the same key has the effect of one call.
 * @throws PaymentError from every method
 */
export interface PaymentProvider {
  createPayment(payment: NewPayment, key: string): Promise<{ readonly providerOrderId: string }>;
  readPayment(providerOrderId: string): Promise<Payment>;
  /** Takes the money of an approved order. */
  capturePayment(providerOrderId: string, key: string): Promise<Payment>;
  /** Gives all of it back. */
  refundCapture(captureId: string, key: string): Promise<void>;
  /** Checks that a webhook comes from the provider and reads it. `header` is empty for a missing one. */
  readEvent(header: (name: string) => string, body: string): Promise<PaymentEvent>;
}
