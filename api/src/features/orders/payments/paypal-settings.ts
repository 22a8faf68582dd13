import type { Env } from '../../../platform/env';

/** The time limit of a call. PayPal's own limit is far higher, but a buyer does not wait that long. */
const TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 250;

export type PaypalSettings = ReturnType<typeof paypalSettings>;

export function paypalSettings({ paypal, stopMs }: Pick<Env, 'paypal' | 'stopMs'>) {
  return {
    /** The origin of https://api-m.paypal.com, https://api-m.sandbox.paypal.com, or the local sandbox. */
    apiOrigin: new URL(paypal.apiUrl).origin,
    clientId: paypal.clientId,
    clientSecret: paypal.clientSecret,
    webhookId: paypal.webhookId,
    /** Another webhook whose events are accepted, while one replaces the other. */
    ...(paypal.secondWebhookId !== undefined && { secondWebhookId: paypal.secondWebhookId }),
    merchantId: paypal.merchantId,
    brandName: 'International Surveillance Academy',
    timeoutMs: TIMEOUT_MS,
    retryPauseMs: RETRY_PAUSE_MS,
    stopMs,
  };
}
