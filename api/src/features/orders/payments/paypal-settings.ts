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
