import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@isa/api-contract';
import { z } from 'zod';
import { type BuyerProfile, realisticPauses, purchase } from '../../../../api/testing/faults/buyer';
import type { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import type { Sandbox } from '../../../../api/paypal-sandbox/sandbox';

const priced = z.object({ total: z.number() });

export interface BuyerCounts {
  purchases: number;
  /** The number of buyers who did not learn that they have paid. */
  failed: number;
  /** Errors that the page would have shown. */
  readonly errors: string[];
}

interface Buyers {
  readonly origin: string;
  readonly sandbox: Sandbox;
  readonly random: SeededRandom;
  /** A signal that is aborted at the end of the run. */
  readonly end: AbortSignal;
  /** How long a buyer at least reads a page before the next purchase. */
  readonly readingMs?: number;
}

/** Lets guests buy books one after another until the run ends; all of them want to pay. */
export async function buyRepeatedly(
  { origin, sandbox, random, end, readingMs = 300 }: Buyers,
  counts: BuyerCounts,
): Promise<void> {
  while (!end.aborted) {
    const items = [{ productId: 1 + random.below(8), quantity: 1 + random.below(3) }];
    counts.purchases += 1;
    const profile = await guest(origin, items).catch(
      (error: unknown) => void counts.errors.push(String(error)),
    );
    if (!profile) {
      counts.failed += 1;
      await delay(readingMs);
      continue;
    }
    const { outcome } = await purchase(
      {
        url: origin,
        sandbox,
        random,
        step: () => undefined,
        onError: (text) => counts.errors.push(text),
        pauses: realisticPauses,
      },
      profile,
    );
    if (outcome !== 'paid') counts.failed += 1;
    await delay(readingMs * (1 + random.below(100) / 100));
  }
}

/** @throws Error when the cart is not priced. */
async function guest(origin: string, items: BuyerProfile['items']): Promise<BuyerProfile> {
  const response = await fetch(origin + calls.priceBasket.path, {
    method: calls.priceBasket.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  });
  if (!response.ok) throw new Error(`The cart was not priced: ${response.status}`);
  const { total } = priced.parse(await response.json());
  return { items, total, headers: {}, decision: 'approves', patience: 'stays', captures: 1 };
}
