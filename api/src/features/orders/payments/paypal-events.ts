import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { PaymentError, type PaymentEvent } from './provider';
import type { PaypalSettings } from './paypal-settings';
import { parseJson } from '../../../platform/parse-json';

/** Where PayPal serves its certificates for each of its REST origins. */
const certificateOrigins: Readonly<Record<string, readonly string[]>> = {
  'https://api-m.paypal.com': ['https://api-m.paypal.com', 'https://api.paypal.com'],
  'https://api-m.sandbox.paypal.com': ['https://api-m.sandbox.paypal.com', 'https://api.sandbox.paypal.com'],
};
const CERTIFICATE_PATH = '/v1/notifications/certs/';
const CERTIFICATE_LIMIT = 64 * 1024;

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
  resource: z.looseObject({
    id: z.string().optional(),
    supplementary_data: z
      .looseObject({ related_ids: z.looseObject({ order_id: z.string().optional() }).optional() })
      .optional(),
    links: z.array(z.looseObject({ href: z.string(), rel: z.string() })).optional(),
  }),
});

/**
 * Verifies webhooks: SHA256withRSA over `transmissionId|time|webhookId|crc32(body)`. The certificate's host
 * is pinned, because an attacker who could choose it could sign anything.
 * https://developer.paypal.com/api/rest/webhooks/rest/#link-selfverificationmethod
 */
export function createEventReader(settings: PaypalSettings) {
  const certificates = new LRUCache<string, X509Certificate>({ max: 8 });
  const origins = certificateOrigins[settings.apiOrigin] ?? [settings.apiOrigin];

  return async (header: (name: string) => string, body: string): Promise<PaymentEvent> => {
    const headers = headersSchema.safeParse(
      Object.fromEntries(Object.keys(headersSchema.shape).map((name) => [name, header(name)])),
    );
    if (!headers.success) throw notAuthentic('a header is missing or malformed');
    const address = new URL(headers.data['paypal-cert-url']);
    if (!origins.includes(address.origin) || !address.pathname.startsWith(CERTIFICATE_PATH)) {
      throw notAuthentic('its certificate has another origin');
    }
    const certificate = await certificateFrom(address);
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
    return readEvent(body);
  };

  async function certificateFrom({ origin, pathname }: URL): Promise<X509Certificate> {
    const cached = certificates.get(pathname);
    if (cached && valid(cached)) return cached;
    const certificate = parse(await download(origin + pathname));
    if (!valid(certificate)) throw notAuthentic('its certificate is not valid now');
    certificates.set(pathname, certificate);
    return certificate;
  }

  async function download(address: string): Promise<string> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(settings.timeoutMs) });
      text = await response.text();
    } catch (error) {
      throw new PaymentError('unavailable', "PayPal's certificate could not be fetched", { cause: error });
    }
    if (response.status >= 500)
      throw new PaymentError('unavailable', "PayPal's certificate could not be fetched");
    if (!response.ok) throw notAuthentic('its certificate does not exist');
    if (text.length > CERTIFICATE_LIMIT) throw notAuthentic('its certificate is too large');
    return text;
  }
}

function parse(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw notAuthentic('its certificate cannot be read');
  }
}

function valid({ validFrom, validTo }: X509Certificate): boolean {
  const now = Date.now();
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

function readEvent(body: string): PaymentEvent {
  const parsed = eventSchema.safeParse(parseJson(body));
  if (!parsed.success) throw notAuthentic('it is not an event');
  const { id, event_type: type, resource } = parsed.data;
  const orderOfCapture = resource.supplementary_data?.related_ids?.order_id;
  const up = resource.links?.find(({ rel }) => rel === 'up');
  switch (type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return { id, type, kind: 'order-approved', providerOrderId: resource.id, captureId: undefined };
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return { id, type, kind: 'capture-changed', providerOrderId: orderOfCapture, captureId: resource.id };
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED':
      return {
        id,
        type,
        kind: type.endsWith('REVERSED') ? 'capture-reversed' : 'capture-changed',
        providerOrderId: orderOfCapture,
        // A refund refers to its capture by the link `up`.
        captureId: /\/captures\/([^/?]+)$/.exec(up?.href ?? '')?.[1] ?? resource.id,
      };
    default:
      return { id, type, kind: 'other', providerOrderId: undefined, captureId: undefined };
  }
}

function notAuthentic(why: string): PaymentError {
  return new PaymentError('not-authentic', `The webhook was refused: ${why}.`);
}
