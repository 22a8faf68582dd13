import { createHash, createSign, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { generate } from 'selfsigned';
import type { Faults } from './faults';

export interface WebhookEvent {
  readonly event_type: string;
  readonly resource_type: 'checkout-order' | 'capture' | 'refund' | 'dispute';
  readonly summary: string;
  readonly resource: object;
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
}

/** PayPal spreads as many attempts over three days; the sandbox's pauses are shorter. */
const ATTEMPTS = 25;
const LONGEST_PAUSE_MS = 60_000;
const TIMEOUT_MS = 10_000;

/** Signs events and posts them to the shop until it responds with 2xx. The first pause doubles after each attempt. */
export class Deliveries {
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private delayed: object[] = [];
  private count = 0;

  constructor(
    private webhook: Webhook | undefined,
    private readonly signer: Signer,
    private readonly faults: Faults,
    private readonly origin: string,
    private readonly firstPauseMs: number,
  ) {
    // Each waiting delivery adds a listener.
    setMaxListeners(0, this.stopping.signal);
  }

  send(sent: WebhookEvent): void {
    const { delayMs } = this.faults.plan.webhooks ?? {};
    const event = { create_time: new Date().toISOString(), ...sent };
    if (delayMs === undefined) return this.post(event);
    this.delayed.push(event);
    if (this.delayed.length > 1) return;
    const posted = this.pause(delayMs).then((inTime) => {
      for (const later of inTime ? this.delayed.splice(0).reverse() : []) this.post(later);
    });
    this.track(posted);
  }

  /** Posts later events to another webhook, or to none. */
  redirect(webhook: Webhook | undefined): void {
    this.webhook = webhook;
  }

  /** Resolves when no delivery is running or waiting for another attempt. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.settled();
  }

  /** The headers of one transmission; a repeated delivery has the same event, but another transmission id. */
  signatureHeaders(webhook: Webhook, body: string): Record<string, string> {
    const transmissionId = randomUUID();
    const time = `${new Date().toISOString().slice(0, 19)}Z`;
    const { signer, origin } = this;
    return {
      'paypal-transmission-id': transmissionId,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signer.sign(signedMessage(transmissionId, time, webhook.id, body)),
      'paypal-cert-url': `${origin}/v1/notifications/certs/${signer.certificateId}`,
      'paypal-auth-algo': 'SHA256withRSA',
    };
  }

  private post(event: object): void {
    const { webhook } = this;
    if (!webhook) return;
    const { dropEvery, copies = 1 } = this.faults.plan.webhooks ?? {};
    this.count += 1;
    if (dropEvery !== undefined && this.count % dropEvery === 0) return;
    const body = JSON.stringify({
      id: `WH-${randomUUID()}`,
      event_version: '1.0',
      resource_version: '2.0',
      ...event,
    });
    for (let copy = 0; copy < copies; copy += 1) this.track(this.deliver(webhook, body));
  }

  private async deliver(webhook: Webhook, body: string): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && !this.stopping.signal.aborted; attempt += 1) {
      const response = await fetch(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.signatureHeaders(webhook, body) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.stopping.signal]),
      }).catch(() => undefined);
      if (response?.ok) return;
      await this.pause(Math.min(this.firstPauseMs * 2 ** attempt, LONGEST_PAUSE_MS));
    }
  }

  /** @returns false if the sandbox stops before the end of the pause */
  private pause(ms: number): Promise<boolean> {
    return pause(ms, true, { signal: this.stopping.signal }).catch(() => false);
  }

  private track(work: Promise<void>): void {
    const tracked = work.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }
}

export type Signer = Awaited<ReturnType<typeof createSigner>>;

/** Creates a key with a self-signed certificate in place of PayPal's. */
export async function createSigner() {
  const { private: key, cert } = await generate(
    [{ name: 'commonName', value: 'messageverificationcerts.sandbox.localhost' }],
    { keySize: 2048, algorithm: 'sha256' },
  );
  return {
    certificate: cert,
    /** The name of the certificate, the last part of its address. */
    certificateId: `CERT-${createHash('sha256').update(cert).digest('hex').slice(0, 16)}`,
    sign: (message: string) => createSign('sha256').update(message).sign(key, 'base64'),
  };
}

/** The signed text of a delivery: https://developer.paypal.com/api/rest/webhooks/rest/#link-selfverificationmethod */
export function signedMessage(transmissionId: string, time: string, webhookId: string, body: string): string {
  return `${transmissionId}|${time}|${webhookId}|${crc32(body)}`;
}
