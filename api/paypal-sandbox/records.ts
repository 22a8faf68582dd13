import { z } from 'zod';
import { moneySchema, orderRequestSchema } from './order-request';

export const fundingSourceSchema = z.enum(['paypal', 'card', 'paylater']);
export type FundingSource = z.infer<typeof fundingSourceSchema>;

const shippingAddressSchema = z.object({
  fullName: z.string(),
  line1: z.string(),
  line2: z.string().optional(),
  city: z.string(),
  postcode: z.string(),
  countryCode: z.string(),
});
export type ShippingAddress = z.infer<typeof shippingAddressSchema>;

/** The payer and the payment method, as chosen on the buyer's page. */
export const approvalSchema = z.object({
  payerId: z.string(),
  email: z.string(),
  givenName: z.string(),
  surname: z.string(),
  fundingSource: fundingSourceSchema,
  /** Whether the payment method's bank accepts the capture. */
  instrument: z.enum(['accepted', 'declined']),
  shipping: shippingAddressSchema.optional(),
});
export type Approval = z.infer<typeof approvalSchema>;

const refundRecordSchema = z.object({ id: z.string(), amount: moneySchema, createdAt: z.string() });
export type RefundRecord = z.infer<typeof refundRecordSchema>;

const captureRecordSchema = z.object({
  id: z.string(),
  amount: moneySchema,
  createdAt: z.string(),
  status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED']),
  refunds: z.array(refundRecordSchema).readonly(),
});
export type CaptureRecord = z.infer<typeof captureRecordSchema>;

export const orderRecordSchema = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    request: orderRequestSchema,
    status: z.enum(['CREATED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED']),
    approval: approvalSchema.optional(),
    capture: captureRecordSchema.optional(),
  })
  .readonly();
export type OrderRecord = z.infer<typeof orderRecordSchema>;

/** The result of the first request with a PayPal-Request-Id, repeated for six hours. */
export const replayRecordSchema = z
  .object({
    key: z.string(),
    orderId: z.string(),
    refundId: z.string().optional(),
    /** Unix time in milliseconds. */
    at: z.number(),
  })
  .readonly();
export type ReplayRecord = z.infer<typeof replayRecordSchema>;
