import type { Money, OrderRequest } from './order-request';

/** Who pays and how, as the buyer's page learnt it. */
export interface Approval {
  readonly payerId: string;
  readonly email: string;
  readonly givenName: string;
  readonly surname: string;
  readonly fundingSource: FundingSource;
  /** What the bank will say when the payment is captured. */
  readonly instrument: 'accepted' | 'declined';
  readonly shipping: ShippingAddress | undefined;
}

export type FundingSource = 'paypal' | 'card' | 'paylater';

export interface ShippingAddress {
  readonly fullName: string;
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly postcode: string;
  readonly countryCode: string;
}

export interface RefundRecord {
  readonly id: string;
  readonly amount: Money;
  readonly createdAt: string;
}

export interface CaptureRecord {
  readonly id: string;
  readonly amount: Money;
  readonly createdAt: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
  readonly refunds: readonly RefundRecord[];
}

export interface OrderRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly request: OrderRequest;
  readonly status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  readonly approval?: Approval;
  readonly capture?: CaptureRecord;
}

/** The first answer to a PayPal-Request-Id: what is replayed within six hours. */
export interface ReplayRecord {
  readonly key: string;
  readonly orderId: string;
  readonly refundId?: string;
  readonly at: number;
}
