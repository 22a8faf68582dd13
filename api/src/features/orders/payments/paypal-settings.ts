import type { Env } from '../../../env';

/** How this shop reaches PayPal. */
export interface PaypalSettings {
  /** REST origin: https://api-m.paypal.com, https://api-m.sandbox.paypal.com, or our own sandbox. */
  readonly apiOrigin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  /** The account that the money must reach; PayPal's own check alone unless it is set. */
  readonly merchantId: string | undefined;
  readonly brandName: string;
  /** Time that one attempt may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Pause before the first repeated attempt, in milliseconds. */
  readonly retryPauseMs: number;
}

const BRAND_NAME = 'International Surveillance Academy';
/** PayPal's own limit is far higher; a buyer does not wait that long. */
const TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 250;

/** The settings that the environment names. */
export function paypalSettings({ paypal }: Pick<Env, 'paypal'>): PaypalSettings {
  return {
    apiOrigin: new URL(paypal.apiUrl).origin,
    clientId: paypal.clientId,
    clientSecret: paypal.clientSecret,
    webhookId: paypal.webhookId,
    merchantId: paypal.merchantId,
    brandName: BRAND_NAME,
    timeoutMs: TIMEOUT_MS,
    retryPauseMs: RETRY_PAUSE_MS,
  };
}
