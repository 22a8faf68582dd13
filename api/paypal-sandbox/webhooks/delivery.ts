import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { BankEvent } from '../bank-events';
import type { Faults } from '../faults';
import { newId } from '../ids';
import { signedMessage, type Signer } from './signing';

export interface Webhook {
  readonly id: string;
  readonly url: string;
}

/** PayPal tries 25 times within three days; the sandbox keeps the number and hurries. */
const ATTEMPTS = 25;
const LONGEST_PAUSE_MS = 60_000;
const TIMEOUT_MS = 10_000;

interface Options {
  readonly signer: Signer;
  readonly faults: Faults;
  readonly origin: () => string;
  /** Pause before the second attempt; doubled from one to the next. */
  readonly firstPauseMs: number;
}

/** Signs events and posts them to the shop until it answers 2xx. */
export class Deliveries {
  private readonly open = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private batch: BankEvent[] = [];
  private count = 0;

  constructor(
    private webhook: Webhook | undefined,
    private readonly options: Options,
  ) {
    // Each waiting delivery listens for the end.
    setMaxListeners(0, this.stopping.signal);
  }

  announce(event: BankEvent): void {
    const { delayMs } = this.options.faults.plan.webhooks ?? {};
    if (delayMs === undefined) return this.post(event);
    this.batch.push(event);
    if (this.batch.length === 1)
      this.track(
        this.later(delayMs, () =>
          this.batch
            .splice(0)
            .reverse()
            .forEach((held) => this.post(held)),
        ),
      );
  }

  /** Posts events elsewhere from now on, or nowhere. */
  redirect(webhook: Webhook | undefined): void {
    this.webhook = webhook;
  }

  /** Resolves when nothing is under way or waiting for another attempt. */
  async settled(): Promise<void> {
    while (this.open.size > 0) await Promise.all(this.open);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.settled();
  }

  private post(event: BankEvent): void {
    const { webhook } = this;
    if (!webhook) return;
    const { dropEvery, copies = 1 } = this.options.faults.plan.webhooks ?? {};
    this.count += 1;
    if (dropEvery !== undefined && this.count % dropEvery === 0) return;
    const id = `WH-${newId()}-${newId()}`;
    const body = JSON.stringify({
      id,
      event_version: '1.0',
      create_time: new Date().toISOString(),
      ...event,
      links: [
        {
          href: `${this.options.origin()}/v1/notifications/webhooks-events/${id}`,
          rel: 'self',
          method: 'GET',
        },
      ],
    });
    for (let copy = 0; copy < copies; copy += 1) this.track(this.tryUntilTaken(webhook, body));
  }

  private async tryUntilTaken(webhook: Webhook, body: string): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && !this.stopping.signal.aborted; attempt += 1) {
      if (await this.attempt(webhook, body)) return;
      await this.later(Math.min(this.options.firstPauseMs * 2 ** attempt, LONGEST_PAUSE_MS), () => undefined);
    }
  }

  private async attempt(webhook: Webhook, body: string): Promise<boolean> {
    try {
      const { ok } = await fetch(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.signatureHeaders(webhook, body) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.stopping.signal]),
      });
      return ok;
    } catch {
      return false;
    }
  }

  /** The headers of one transmission. A repeated delivery carries the same event under a new transmission. */
  signatureHeaders(webhook: Webhook, body: string): Record<string, string> {
    const transmissionId = randomUUID();
    const time = `${new Date().toISOString().slice(0, 19)}Z`;
    const { signer, origin } = this.options;
    return {
      'paypal-transmission-id': transmissionId,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signer.sign(signedMessage(transmissionId, time, webhook.id, body)),
      'paypal-cert-url': `${origin()}/v1/notifications/certs/${signer.certificateId}`,
      'paypal-auth-algo': 'SHA256withRSA',
    };
  }

  private later(ms: number, then: () => void): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.stopping.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(() => {
        then();
        done();
      }, ms);
      if (this.stopping.signal.aborted) done();
      else this.stopping.signal.addEventListener('abort', done);
    });
  }

  private track(work: Promise<void>): void {
    const tracked = work.finally(() => this.open.delete(tracked));
    this.open.add(tracked);
  }
}
