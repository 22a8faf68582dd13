import { createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { fromDecimal } from '@isa/api-contract';
import { z } from 'zod';
import { createCertificates, notAuthentic } from './paypal-certificates';
import type { PaymentEvent } from './provider';
import type { PaypalSettings } from './paypal-settings';
import { parseJson } from '../../../platform/parse-json';

const headersSchema = z.object({
  'paypal-transmission-id': z.string().min(1).max(100),
  'paypal-transmission-time': z.string().min(1).max(40),
  'paypal-transmission-sig': z.string().min(1).max(2000),
  'paypal-cert-url': z.url().max(500),
  'paypal-auth-algo': z.literal('SHA256withRSA'),
});

const eventSchema = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  create_time: z.string().optional(),
  resource: z.looseObject({
    id: z.string().optional(),
    supplementary_data: z
      .looseObject({ related_ids: z.looseObject({ order_id: z.string().optional() }).optional() })
      .optional(),
    links: z.array(z.looseObject({ href: z.string(), rel: z.string() })).optional(),
    dispute_id: z.string().optional(),
    status: z.string().optional(),
    amount: z.looseObject({ value: z.string().optional() }).optional(),
    dispute_outcome: z.looseObject({ outcome_code: z.string().optional() }).optional(),
    disputed_transactions: z
      .array(z.looseObject({ seller_transaction_id: z.string().optional() }))
      .optional(),
  }),
});

/** The outcomes of disputes that leave the money with the seller. */
const WON: ReadonlySet<string> = new Set(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED']);

/**
 * Verifies webhooks: SHA256withRSA over `transmissionId|time|webhookId|crc32(body)`.
 * https://developer.paypal.com/api/rest/webhooks/rest/#link-selfverificationmethod
 */
export function createEventReader(settings: PaypalSettings) {
  const certificates = createCertificates(settings);

  return async (
    header: (name: string) => string,
    body: string,
    orderIdOf: (event: PaymentEvent) => Promise<number | undefined>,
  ): Promise<PaymentEvent> => {
    const headers = headersSchema.safeParse(
      Object.fromEntries(Object.keys(headersSchema.shape).map((name) => [name, header(name)])),
    );
    if (!headers.success) throw notAuthentic('a header is missing or malformed');
    const event = parseEvent(body);
    const certificate = await certificates.find(headers.data['paypal-cert-url'], () => orderIdOf(event));
    const signature = Buffer.from(headers.data['paypal-transmission-sig'], 'base64');
    const isAuthentic = [settings.webhookId, settings.secondWebhookId].some((webhookId) => {
      if (webhookId === undefined) return false;
      const message = [
        headers.data['paypal-transmission-id'],
        headers.data['paypal-transmission-time'],
        webhookId,
        crc32(body),
      ].join('|');
      return createVerify('sha256').update(message).verify(certificate.publicKey, signature);
    });
    if (!isAuthentic) throw notAuthentic('its signature does not match');
    return event;
  };
}

export function parseEvent(body: string): PaymentEvent {
  const parsed = eventSchema.safeParse(parseJson(body));
  if (!parsed.success) throw notAuthentic('it is not an event');
  const { id, event_type: type, create_time, resource } = parsed.data;
  const time = new Date(create_time ?? '');
  const at = Number.isNaN(time.getTime()) ? undefined : time;
  const orderOfCapture = resource.supplementary_data?.related_ids?.order_id;
  const up = resource.links?.find(({ rel }) => rel === 'up');
  switch (type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return { id, type, at, kind: 'order-approved', providerOrderId: resource.id, captureId: undefined };
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
    case 'PAYMENT.CAPTURE.FAILED':
      return {
        id,
        type,
        at,
        kind: 'capture-changed',
        providerOrderId: orderOfCapture,
        captureId: resource.id,
      };
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED':
    case 'PAYMENT.REFUND.PENDING':
    case 'PAYMENT.REFUND.COMPLETED':
    case 'PAYMENT.REFUND.FAILED':
    case 'PAYMENT.REFUND.CANCELLED':
      return {
        id,
        type,
        at,
        kind: type.endsWith('REVERSED') ? 'capture-reversed' : 'capture-changed',
        amount: fromDecimal(resource.amount?.value ?? ''),
        providerOrderId: orderOfCapture,
        // A refund refers to its capture by the link `up`.
        captureId: /\/captures\/([^/?]+)$/.exec(up?.href ?? '')?.[1] ?? resource.id,
      };
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED': {
      const outcome = resource.dispute_outcome?.outcome_code;
      return {
        id,
        type,
        at,
        kind: outcome !== undefined && WON.has(outcome) ? 'dispute-won' : 'disputed',
        providerOrderId: undefined,
        captureId: resource.disputed_transactions?.[0]?.seller_transaction_id,
        detail: [resource.dispute_id ?? 'without a number', resource.status ?? type.slice(17), outcome]
          .filter((part) => part !== undefined)
          .join(', '),
      };
    }
    default:
      return { id, type, at, kind: 'other', providerOrderId: undefined, captureId: undefined };
  }
}
