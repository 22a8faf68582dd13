import { setTimeout as pause } from 'node:timers/promises';
import { type BasketItem, calls, type CallOutput } from '@isa/api-contract';
import { sampleApproval } from '../../paypal-sandbox/buyer/sample-buyers';
import type { Sandbox } from '../../paypal-sandbox/sandbox';
import { cookiesOf } from '../cookies';
import type { SeededRandom } from './seeded-random';

/** What a buyer is like. */
export interface BuyerProfile {
  readonly items: readonly BasketItem[];
  readonly total: number;
  /** Headers of a session; none for a guest. */
  readonly headers: Readonly<Record<string, string>>;
  /** `declined-first` pays with a card that gets declined and then, if still there, with another one. */
  readonly decision: 'approves' | 'declined-first' | 'leaves';
  /** Closes the tab at the first trouble, or right after approving. */
  readonly patience: 'stays' | 'closes-after-approving' | 'gives-up';
  /** How many requests a nervous browser sends at once. */
  readonly captures: number;
}

export interface World {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly chance: SeededRandom;
  /** Called after each step, so that the API can be killed between two of them. */
  step(name: 'created' | 'approved' | 'captured'): void;
}

/** Tries before even a patient buyer gives up. */
const TRIES = 40;

/** One buyer's way through the checkout, as a browser would go it. Never throws: buyers just stop. */
export async function purchase(world: World, temper: BuyerProfile): Promise<void> {
  const created = await create(world, temper);
  if (!created) return;
  world.step('created');
  await pause(world.chance.below(10));
  if (temper.decision === 'leaves') return;
  approve(world, created.id, temper.decision === 'declined-first' ? 'declined' : 'accepted');
  world.step('approved');
  if (temper.patience === 'closes-after-approving') return;
  let outcome = await capture(world, temper, created);
  if (outcome === 'declined' && temper.decision === 'declined-first') {
    approve(world, created.id, 'accepted');
    outcome = await capture(world, temper, created);
  }
  if (outcome !== 'captured' || temper.headers['Cookie'] === undefined) return;
  world.step('captured');
  await send(world, calls.processPurchase.path, { order: temper.items, orderID: created.id }, temper.headers);
}

interface Created {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function create(world: World, temper: BuyerProfile): Promise<Created | undefined> {
  const body = { items: temper.items, expectedTotal: temper.total, digitalConsent: true };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const response = await send(world, calls.createOrder.path, body, temper.headers);
    if (response?.ok) {
      const { providerOrderId } = (await response.json()) as CallOutput<'createOrder'>;
      const key = cookiesOf(response)['isa-checkout']?.value ?? '';
      const cookies = [temper.headers['Cookie'], `isa-checkout=${key}`].filter(
        (cookie) => cookie !== undefined,
      );
      return { id: providerOrderId, headers: { ...temper.headers, Cookie: cookies.join('; ') } };
    }
    if (temper.patience === 'gives-up') return undefined;
    await pause(100);
  }
  return undefined;
}

async function capture(
  world: World,
  temper: BuyerProfile,
  { id, headers }: Created,
): Promise<'captured' | 'declined' | 'unknown'> {
  const address = calls.captureOrder.path.replace(':providerOrderId', id);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const answers = await Promise.all(
      Array.from({ length: temper.captures }, () => send(world, address, {}, headers)),
    );
    if (answers.some((answer) => answer?.ok)) return 'captured';
    if (answers.some((answer) => answer?.status === 402)) return 'declined';
    if (temper.patience === 'gives-up') return 'unknown';
    await pause(100);
  }
  return 'unknown';
}

function approve({ sandbox }: World, id: string, instrument: 'accepted' | 'declined'): void {
  const order = sandbox.bank.order(id);
  // A webhook may have been quicker.
  if (!order.capture) sandbox.bank.approve(id, { ...sampleApproval(order), instrument });
}

/** The answer, or nothing when the API died meanwhile. */
async function send(
  { url }: World,
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
