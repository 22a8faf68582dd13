import { setTimeout as pause } from 'node:timers/promises';
import { type BasketItem, calls } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import { sampleApproval } from '../../paypal-sandbox/buyer/sample-buyers';
import type { Sandbox } from '../../paypal-sandbox/sandbox';
import { cookiesOf } from '../cookies';
import type { SeededRandom } from './seeded-random';

/** A simulated buyer. */
export interface BuyerProfile {
  readonly items: readonly BasketItem[];
  readonly total: number;
  /** Headers of a session; none for a guest. */
  readonly headers: Readonly<Record<string, string>>;
  /** `declined-first` pays with a card that is declined, and then with another one. */
  readonly decision: 'approves' | 'declined-first' | 'leaves';
  /** `gives-up` closes the tab at the first failure. */
  readonly patience: 'stays' | 'closes-after-approving' | 'gives-up';
  /** Concurrent capture requests, as of an impatient user. */
  readonly captures: number;
}

export interface BuyerContext {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly random: SeededRandom;
  /** Called after each step, so that the API can be killed between two of them. */
  step(name: 'created' | 'approved' | 'captured'): void;
}

/** Attempts before a patient buyer gives up. */
const TRIES = 40;

/** One buyer's checkout as of a browser. Never throws: failed buyers stop. */
export async function purchase(context: BuyerContext, buyer: BuyerProfile): Promise<void> {
  const created = await create(context, buyer);
  if (!created) return;
  context.step('created');
  await pause(context.random.below(10));
  if (buyer.decision === 'leaves') return;
  approve(context, created.id, buyer.decision === 'declined-first' ? 'declined' : 'accepted');
  context.step('approved');
  if (buyer.patience === 'closes-after-approving') return;
  let outcome = await capture(context, buyer, created);
  if (outcome === 'declined' && buyer.decision === 'declined-first') {
    approve(context, created.id, 'accepted');
    outcome = await capture(context, buyer, created);
  }
  if (outcome !== 'captured' || buyer.headers['Cookie'] === undefined) return;
  context.step('captured');
  await send(context, calls.processPurchase.path, { order: buyer.items, orderID: created.id }, buyer.headers);
}

interface Created {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function create(context: BuyerContext, buyer: BuyerProfile): Promise<Created | undefined> {
  const body = { items: buyer.items, expectedTotal: buyer.total, digitalConsent: true };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const response = await send(context, calls.createOrder.path, body, buyer.headers);
    if (response?.ok) {
      const { providerOrderId } = callSchemas.createOrder.response.parse(await response.json());
      const key = cookiesOf(response)['isa-checkout']?.value ?? '';
      const cookies = [buyer.headers['Cookie'], `isa-checkout=${key}`].filter(
        (cookie) => cookie !== undefined,
      );
      return { id: providerOrderId, headers: { ...buyer.headers, Cookie: cookies.join('; ') } };
    }
    if (buyer.patience === 'gives-up') return undefined;
    await pause(100);
  }
  return undefined;
}

async function capture(
  context: BuyerContext,
  buyer: BuyerProfile,
  { id, headers }: Created,
): Promise<'captured' | 'declined' | 'unknown'> {
  const address = calls.captureOrder.path.replace(':providerOrderId', id);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const responses = await Promise.all(
      Array.from({ length: buyer.captures }, () => send(context, address, {}, headers)),
    );
    if (responses.some((response) => response?.ok)) return 'captured';
    if (responses.some((response) => response?.status === 402)) return 'declined';
    if (buyer.patience === 'gives-up') return 'unknown';
    await pause(100);
  }
  return 'unknown';
}

function approve({ sandbox }: BuyerContext, id: string, instrument: 'accepted' | 'declined'): void {
  const order = sandbox.payments.order(id);
  // A webhook may have captured already.
  if (!order.capture) sandbox.payments.approve(id, { ...sampleApproval(order), instrument });
}

/** The response, or `undefined` when the API died meanwhile. */
async function send(
  { url }: BuyerContext,
  address: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Response | undefined> {
  try {
    return await fetch(url + address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
  } catch {
    return undefined;
  }
}
