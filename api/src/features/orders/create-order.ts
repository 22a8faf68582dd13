import { randomUUID } from 'node:crypto';
import {
  type BasketItem,
  type BasketTotals,
  CURRENCY,
  type Pence,
  pence,
  PREMIUM_ID,
  SHIPPING_PRICE,
} from '@isa/api-contract';
import { IsNull } from 'typeorm';
import { Entitlements, OrderLines, type OrderRow, Orders } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { ProblemError } from '../../http/problem-error';
import type { Buyer } from './buyer';
import { numberOf } from './order-presenter';
import { problemOf } from './payment-problems';
import { priceItems } from './pricing';
import { updateOrders } from './update-orders';

/** When the sweep first asks what became of an order, in milliseconds. */
const FIRST_CHECK_MS = 60_000;

export interface OrderRequest {
  readonly items: readonly BasketItem[];
  /** The total that the customer saw. */
  readonly expectedTotal: Pence;
  readonly digitalConsent: boolean;
}

/**
 * Records an order and then creates it with the payment provider, in this order, so that no payment can
 * exist without a row.
 * @throws ProblemError `empty-basket`, `not-signed-in`, `already-owned`, `consent-missing`, `price-changed`,
 * `payment-unavailable`
 */
export async function createOrder(
  deps: Deps,
  buyer: Buyer,
  { items, expectedTotal, digitalConsent }: OrderRequest,
): Promise<{ readonly providerOrderId: string; readonly number: string }> {
  const totals = await priceItems(deps.db, items);
  if (totals.lines.length === 0) throw new ProblemError('empty-basket');
  const digital = totals.lines.some(({ productId }) => productId === PREMIUM_ID);
  if (digital) await checkPremium(deps, buyer, digitalConsent);
  if (totals.total !== expectedTotal) throw new ProblemError('price-changed');

  const order = await insertOrder(deps, buyer, totals, digital);
  const providerOrderId = await createPayment(deps, order, totals);
  return { providerOrderId, number: numberOf(order) };
}

async function checkPremium({ db }: Deps, { userId }: Buyer, consent: boolean): Promise<void> {
  // Specification §6: visitors cannot buy online courses.
  if (userId === undefined) throw new ProblemError('not-signed-in');
  const owned = { userId, productId: PREMIUM_ID, revokedAt: IsNull() };
  if (await db.getRepository(Entitlements).existsBy(owned)) throw new ProblemError('already-owned');
  if (!consent) throw new ProblemError('consent-missing');
}

async function insertOrder(
  { db, now }: Deps,
  buyer: Buyer,
  totals: BasketTotals,
  digital: boolean,
): Promise<OrderRow> {
  const createdAt = now();
  const row: Omit<OrderRow, 'id'> = {
    number: null,
    status: 'created',
    requestId: randomUUID(),
    providerOrderId: null,
    captureId: null,
    userId: buyer.userId ?? null,
    sessionId: buyer.sessionId ?? null,
    guestKeyHash: buyer.guestKeyHash ?? null,
    captureAttempt: null,
    dueAt: new Date(createdAt.getTime() + FIRST_CHECK_MS),
    currency: CURRENCY,
    subtotal: totals.subtotal,
    shipping: totals.shipping,
    total: totals.total,
    vat: totals.vat,
    refunded: pence(0),
    digitalConsentAt: digital ? createdAt : null,
    payerId: null,
    paymentSource: null,
    buyerName: null,
    buyerEmail: null,
    buyerEmailKey: null,
    shippingName: null,
    shippingAddress: null,
    failure: null,
    createdAt,
    updatedAt: createdAt,
    capturedAt: null,
    fulfilledAt: null,
    claimedAt: null,
  };
  return transaction(db, async (manager) => {
    const { id } = await manager.save(Orders, { ...row });
    const number = `ISA-${createdAt.getUTCFullYear()}-${String(id).padStart(6, '0')}`;
    await manager.update(Orders, { id }, { number });
    await manager.insert(
      OrderLines,
      totals.lines.map((line) => ({ ...line, orderId: id })),
    );
    return { ...row, id, number };
  });
}

async function createPayment(deps: Deps, order: OrderRow, totals: BasketTotals): Promise<string> {
  const { db, payments, now } = deps;
  try {
    const { providerOrderId } = await payments.createPayment(
      {
        customId: order.requestId,
        // The number alone could meet itself again at the provider when a database starts afresh.
        invoiceId: `${numberOf(order)}-${order.requestId.slice(0, 8)}`,
        currency: order.currency,
        lines: totals.lines.map(({ productId, title, quantity, unitPrice }) => ({
          sku: String(productId),
          name: title,
          quantity,
          unitPrice,
          digital: productId === PREMIUM_ID,
        })),
        subtotal: totals.subtotal,
        shipping: totals.shipping,
        total: totals.total,
        needsAddress: totals.shipping === SHIPPING_PRICE,
      },
      `create-${order.requestId}`,
    );
    await updateOrders(db, { id: order.id }, { providerOrderId, updatedAt: now() });
    return providerOrderId;
  } catch (error) {
    // Nobody was told of a payment that may have come into being, so nobody can approve it.
    const failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    await updateOrders(db, { id: order.id }, { status: 'cancelled', failure, dueAt: null, updatedAt: now() });
    throw problemOf(error);
  }
}
