import { X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ProblemError } from '../../../http/problem-error';
import { PaymentError } from './provider';
import type { PaypalSettings } from './paypal-settings';

/** Where PayPal serves its certificates for each of its REST origins. */
const certificateOrigins: Readonly<Record<string, readonly string[]>> = {
  'https://api-m.paypal.com': ['https://api-m.paypal.com', 'https://api.paypal.com'],
  'https://api-m.sandbox.paypal.com': ['https://api-m.sandbox.paypal.com', 'https://api.sandbox.paypal.com'],
};
const ADDRESS_PATH = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;
const CERTIFICATE_LIMIT = 64 * 1024;

/** How long an address that led to no certificate is refused without asking again. */
const MISSING_MS = 10 * 60 * 1000;
const MAX_MISSING = 1_000;

/**
 * How often unknown addresses are fetched, for anybody can send us one. Webhooks about orders of ours have a
 * budget of their own, and each order a small one, so that forged webhooks do not keep genuine ones out: nobody
 * knows the ids of other people's orders.
 */
const BUDGETS = {
  strangers: { points: 2, duration: 60 },
  ours: { points: 10, duration: 60 },
  eachOrder: { points: 3, duration: 600 },
} as const;

/** The certificates that sign webhooks. The host is pinned: an attacker who could choose it could sign anything. */
export function createCertificates({ apiOrigin, timeoutMs }: PaypalSettings) {
  const origins = certificateOrigins[apiOrigin] ?? [apiOrigin];
  const known = new LRUCache<string, X509Certificate>({ max: 8 });
  const missing = new LRUCache<string, string>({ max: MAX_MISSING, ttl: MISSING_MS });
  const running = new Map<string, Promise<X509Certificate>>();
  const strangers = new RateLimiterMemory(BUDGETS.strangers);
  const ours = new RateLimiterMemory(BUDGETS.ours);
  const eachOrder = new RateLimiterMemory(BUDGETS.eachOrder);

  const isWithin = (limiter: RateLimiterMemory, key: string) =>
    limiter.consume(key).then(
      () => true,
      () => false,
    );

  async function fetchCertificate(address: string): Promise<X509Certificate> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      text = await response.text();
    } catch (error) {
      throw unavailable(error);
    }
    if (response.status >= 500) throw unavailable();
    if (!response.ok) throw notAuthentic('its certificate does not exist');
    if (text.length > CERTIFICATE_LIMIT) throw notAuthentic('its certificate is too large');
    const certificate = parse(text);
    if (!isValid(certificate)) throw notAuthentic('its certificate is not valid now');
    known.set(address, certificate);
    return certificate;
  }

  /** Simultaneous webhooks share one request. */
  function download(address: string): Promise<X509Certificate> {
    const started =
      running.get(address) ??
      fetchCertificate(address)
        .catch((error: unknown) => {
          if (error instanceof PaymentError && error.id === 'not-authentic')
            missing.set(address, error.message);
          throw error;
        })
        .finally(() => running.delete(address));
    running.set(address, started);
    return started;
  }

  return {
    /**
     * @param orderId the order of ours that the webhook is about, if there is one; called before a download.
     * @throws PaymentError `not-authentic`; `unavailable`, and ProblemError `too-many-requests`, make PayPal repeat
     * the webhook.
     */
    async find(url: string, orderId: () => Promise<number | undefined>): Promise<X509Certificate> {
      const { origin, pathname, search, username } = new URL(url);
      if (!origins.includes(origin) || !ADDRESS_PATH.test(pathname) || search !== '' || username !== '') {
        throw notAuthentic('its certificate has another address');
      }
      const address = origin + pathname;
      const certificate = known.get(address);
      if (certificate && isValid(certificate)) return certificate;
      const reason = missing.get(address);
      if (reason !== undefined) throw notAuthentic(reason);
      const started = running.get(address);
      if (started) return started;
      const id = await orderId();
      const allowed =
        id === undefined
          ? await isWithin(strangers, '')
          : (await isWithin(eachOrder, String(id))) && (await isWithin(ours, ''));
      // A flood is no failure of ours, which would fill the log. PayPal repeats whatever is not accepted.
      if (!allowed)
        throw new ProblemError('too-many-requests', { retryAfterSeconds: BUDGETS.strangers.duration });
      return download(address);
    },
  };
}

function parse(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw notAuthentic('its certificate cannot be read');
  }
}

function isValid({ validFrom, validTo }: X509Certificate): boolean {
  const now = Date.now();
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

function unavailable(cause?: unknown): PaymentError {
  return new PaymentError('unavailable', "PayPal's certificate could not be fetched", { cause });
}

export function notAuthentic(why: string): PaymentError {
  return new PaymentError('not-authentic', `The webhook was refused: ${why}.`);
}
