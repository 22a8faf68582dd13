import { setTimeout as pause } from 'node:timers/promises';
import { type BasketItem, calls } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import { z } from 'zod';
import { sampleApproval } from '../../paypal-sandbox/records';
import type { Sandbox } from '../../paypal-sandbox/sandbox';
import { cookiesOf } from '../cookies';
import type { SeededRandom } from './seeded-random';

/** A simulated buyer. */
export interface BuyerProfile {
  readonly items: readonly BasketItem[];
  readonly total: number;
  /** Headers of a session; none for a guest. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the buyer does. `declined-first` pays with a card that is declined, and then with another one. */
  readonly decision: 'approves' | 'declined-first' | 'leaves';
  /** How long the buyer stays. `gives-up` closes the tab at the first failure. */
  readonly patience: 'stays' | 'closes-after-approving' | 'gives-up';
  /** Concurrent capture requests, as of an impatient user. */
  readonly captures: number;
  /** Cancels the paid order, with as many concurrent requests. */
  readonly cancels?: boolean;
  /** Headers of a session in which a guest claims the order afterwards. */
  readonly claimant?: Readonly<Record<string, string>>;
}

export interface BuyerContext {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly random: SeededRandom;
  /** Called after each step, so that the API can be killed between two of them. */
  step(name: 'created' | 'approved' | 'captured' | 'cancelling'): void;
  /** Called when the page would show an error of ours: its own attempts have failed. */
  onError(error: string): void;
  /** Milliseconds between the attempts of the page to capture, and until the buyer tries again after an error. */
  readonly pauses: { readonly capture: readonly number[]; readonly buyer: number };
}

export interface Purchase {
  /** `failed`: a buyer who wanted to pay did not learn that the order is paid. */
  readonly outcome: 'paid' | 'failed' | 'declined' | 'left' | 'gave-up';
  /** The provider's id of an order that its buyer has claimed. */
  readonly claimed?: string;
  /** The provider's id of an order that its buyer has cancelled. */
  readonly cancelled?: string;
}

/** Attempts before a patient buyer gives up. */
const TRIES = 40;
/**
 * The checkout page captures again after these pauses, and does not repeat other calls
 * (`mfe-shop/src/features/checkout/purchase.ts`); its buyer then waits as long as `Retry-After` asks.
 */
export const realisticPauses = { capture: [1_000, 3_000], buyer: 2_000 } as const;

/** One buyer's checkout as of a browser. Never throws: failed buyers stop. */
export async function purchase(context: BuyerContext, buyer: BuyerProfile): Promise<Purchase> {
  const created = await create(context, buyer);
  if (!created) return { outcome: buyer.patience === 'gives-up' ? 'gave-up' : 'failed' };
  context.step('created');
  await pause(context.random.below(10));
  if (buyer.decision === 'leaves') return { outcome: 'left' };
  approve(context, created.id, buyer.decision === 'declined-first' ? 'declined' : 'accepted');
  context.step('approved');
  if (buyer.patience === 'closes-after-approving') return { outcome: 'left' };
  let outcome = await capture(context, buyer, created);
  if (outcome === 'declined' && buyer.decision === 'declined-first') {
    approve(context, created.id, 'accepted');
    outcome = await capture(context, buyer, created);
  }
  if (outcome === 'declined') return { outcome };
  if (outcome === 'unknown') return { outcome: buyer.patience === 'gives-up' ? 'gave-up' : 'failed' };
  if (buyer.cancels) {
    const isCancelled = await cancel(context, buyer, created);
    return { outcome: 'paid', ...(isCancelled && { cancelled: created.id }) };
  }
  const session = buyer.claimant ?? buyer.headers;
  if (session['Cookie'] === undefined) return { outcome: 'paid' };
  context.step('captured');
  const headers = buyer.claimant ? { ...session, Cookie: `${session['Cookie']}; ${created.key}` } : session;
  const claim = { order: buyer.items, orderID: created.id };
  const response = await sendAsPage(context, calls.processPurchase.path, claim, headers);
  return response?.ok ? { outcome: 'paid', claimed: created.id } : { outcome: 'paid' };
}

interface Created {
  readonly id: string;
  /** The cookie that binds the order to this browser, as `name=value`; over https its name has a prefix. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function create(context: BuyerContext, buyer: BuyerProfile): Promise<Created | undefined> {
  const body = { items: buyer.items, expectedTotal: buyer.total, digitalConsent: true };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const response = await sendAsPage(context, calls.createOrder.path, body, buyer.headers);
    if (response?.ok) {
      const { providerOrderId } = callSchemas.createOrder.response.parse(await response.json());
      const [name = '', cookie] =
        Object.entries(cookiesOf(response)).find(([each]) => each.endsWith('isa-checkout')) ?? [];
      const key = `${name}=${cookie?.value ?? ''}`;
      const cookies = [buyer.headers['Cookie'], key].filter((each) => each !== undefined);
      return { id: providerOrderId, key, headers: { ...buyer.headers, Cookie: cookies.join('; ') } };
    }
    const problem = response && earlierOrderSchema.safeParse(await response.json().catch(() => undefined));
    // The page shows the earlier order, which this buyer wants to buy again.
    if (problem?.success) {
      const address = calls.checkOrder.path.replace(':link', problem.data.order.link);
      await sendAsPage(context, address, {}, buyer.headers);
      continue;
    }
    if (buyer.patience === 'gives-up') return undefined;
    await pause(context.pauses.buyer);
  }
  return undefined;
}

/** An earlier order of the same customer comes first. */
const earlierOrderSchema = z.object({ id: z.literal('payment-open'), order: z.object({ link: z.string() }) });

async function capture(
  context: BuyerContext,
  buyer: BuyerProfile,
  { id, headers }: Created,
): Promise<'captured' | 'declined' | 'unknown'> {
  const address = calls.captureOrder.path.replace(':providerOrderId', id);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const responses = await Promise.all(
      Array.from({ length: buyer.captures }, () =>
        sendAsPage(context, address, {}, headers, context.pauses.capture),
      ),
    );
    if (responses.some((response) => response?.ok)) return 'captured';
    if (responses.some((response) => response?.status === 402)) return 'declined';
    if (buyer.patience === 'gives-up') return 'unknown';
    await pause(context.pauses.buyer);
  }
  return 'unknown';
}

/** @returns whether a response has said that the order is cancelled. */
async function cancel(
  context: BuyerContext,
  buyer: BuyerProfile,
  { id, headers }: Created,
): Promise<boolean> {
  const address = calls.cancelOrder.path.replace(':providerOrderId', id);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    context.step('cancelling');
    const responses = await Promise.all(
      Array.from({ length: buyer.captures }, () => sendAsPage(context, address, {}, headers)),
    );
    if (responses.some((response) => response?.ok)) return true;
    if (buyer.patience === 'gives-up') return false;
    await pause(context.pauses.buyer);
  }
  return false;
}

function approve({ sandbox }: BuyerContext, id: string, instrument: 'accepted' | 'declined'): void {
  const order = sandbox.payments.order(id);
  // The buyer approves unless a webhook has captured already.
  if (!order.capture) sandbox.payments.approve(id, { ...sampleApproval(order), instrument });
}

/** The response after the attempts of the page, which repeats a capture that has failed because of us. */
async function sendAsPage(
  context: BuyerContext,
  address: string,
  body: object,
  headers: Readonly<Record<string, string>>,
  pauses: readonly number[] = [],
): Promise<Response | undefined> {
  let response = await send(context, address, body, headers);
  for (const wait of pauses) {
    if (!isOurFailure(response)) return response;
    await pause(wait);
    response = await send(context, address, body, headers);
  }
  if (isOurFailure(response)) {
    context.onError(`${address.split('/').at(-1)}: ${response ? await response.text() : 'no response'}`);
  }
  return response;
}

function isOurFailure(response: Response | undefined): boolean {
  return response === undefined || response.status >= 500 || response.status === 429;
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
