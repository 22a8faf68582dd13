import { randomUUID } from 'node:crypto';
import {
  type BasketItem,
  type BasketTotals,
  type CallSchemas,
  CURRENCY,
  normaliseBasket,
  pence,
  PREMIUM_ID,
  priceBasket,
  type PricedProduct,
  SHIPPING_PRICE,
} from '@isa/api-contract';
import { type DataSource, IsNull } from 'typeorm';
import type { z } from 'zod';
import { premium, termsInForce } from '../../../content';
import { Entitlements, OrderLines, type OrderRow, Orders } from '../../database/entities';
import { NotVisibleError } from '../../database/errors';
import { whileBusy } from '../../database/retry';
import { transaction } from '../../database/transaction';
import type { OrderDeps } from './deps';
import { ProblemError } from '../../http/problem-error';
import { accountKey } from '../accounts/erasures';
import type { Buyer } from './buyer';
import { countRecordedLessons } from './order-lines';
import { newOrderNumber } from './order-number';
import { toProblem } from './payments/provider';
import { readContent } from '../../database/content';

/** When the sweep first queries the provider about an order. */
const FIRST_CHECK_MS = 60_000;

type NewOrder = Pick<OrderRow, 'id' | 'requestId'> & { readonly number: string };

/**
 * Records an order before the provider creates it, so that no payment exists without a row.
 * @throws ProblemError `empty-basket`, `not-signed-in`, `already-owned`, `consent-missing`, `price-changed`,
 * `payment-unavailable`
 */
export async function createOrder(
  deps: OrderDeps,
  buyer: Buyer,
  {
    items,
    expectedTotal,
    digitalConsent,
    company,
    purchaseOrderNumber,
  }: z.output<CallSchemas['createOrder']['body']>,
): Promise<{ readonly providerOrderId: string; readonly number: string }> {
  const totals = await priceItems(deps.db, items);
  if (totals.lines.length === 0) throw new ProblemError('empty-basket');
  const digital = totals.lines.some(({ productId }) => productId === PREMIUM_ID);
  const waived = digital && (await checkPremium(deps, buyer, digitalConsent));
  if (totals.total !== expectedTotal) throw new ProblemError('price-changed');

  // If an earlier attempt was saved, nobody can pay that order, and the sweep cancels it.
  const details = {
    digitalConsentAt: waived ? deps.now() : null,
    company: company.trim() || null,
    purchaseOrderNumber: purchaseOrderNumber.trim() || null,
    termsVersion: termsInForce,
  };
  const order = await whileBusy(() => insertOrder(deps, buyer, totals, details));
  return { providerOrderId: await createPayment(deps, order, totals, buyer), number: order.number };
}

/** @returns whether the buyer waives the right to cancel: access begins at once only if there is something to watch. */
async function checkPremium({ db }: OrderDeps, { userId }: Buyer, consent: boolean): Promise<boolean> {
  // Visitors cannot buy online courses (specification §6).
  if (userId === undefined) throw new ProblemError('not-signed-in');
  const owned = { userId, productId: PREMIUM_ID, revokedAt: IsNull() };
  if (await db.getRepository(Entitlements).existsBy(owned)) throw new ProblemError('already-owned');
  if ((await countRecordedLessons(db.manager)) === 0) return false;
  if (!consent) throw new ProblemError('consent-missing');
  return true;
}

async function insertOrder(
  { db, now }: OrderDeps,
  buyer: Buyer,
  { lines, ...amounts }: BasketTotals,
  details: Pick<OrderRow, 'digitalConsentAt' | 'company' | 'purchaseOrderNumber' | 'termsVersion'>,
): Promise<NewOrder> {
  const createdAt = now();
  const row = {
    status: 'created',
    requestId: randomUUID(),
    userId: buyer.userId ?? null,
    sessionId: buyer.sessionId ?? null,
    guestKeyHash: buyer.guestKeyHash ?? null,
    dueAt: new Date(createdAt.getTime() + FIRST_CHECK_MS),
    currency: CURRENCY,
    ...amounts,
    refunded: pence(0),
    refunding: pence(0),
    ...details,
    createdAt,
    updatedAt: createdAt,
  } as const;
  return transaction(db, async (manager) => {
    const { id } = await manager.save(Orders, { ...row });
    const rows = lines.map((line) => ({ ...line, orderId: id }));
    await manager.insert(OrderLines, rows);
    return { id, number: newOrderNumber({ id, createdAt }), requestId: row.requestId };
  });
}

async function createPayment(
  { db, env, payments, now }: OrderDeps,
  { id, number, requestId }: NewOrder,
  { lines, subtotal, shipping, total }: BasketTotals,
  { userId, accountCreatedAt: createdAt }: Buyer,
): Promise<string> {
  try {
    const { providerOrderId } = await payments.createPayment(
      {
        customId: requestId,
        // The id is more than the number, because a new database would repeat numbers that the provider has
        // seen.
        invoiceId: `${number}-${requestId.slice(0, 8)}`,
        accountKey: userId && createdAt ? accountKey({ id: userId, createdAt }, env.secret) : undefined,
        currency: CURRENCY,
        lines: lines.map(({ productId, title, quantity, unitPrice }) => ({
          sku: String(productId),
          name: title,
          quantity,
          unitPrice,
          digital: productId === PREMIUM_ID,
        })),
        subtotal,
        shipping,
        total,
        needsAddress: shipping === SHIPPING_PRICE,
      },
      `create-${requestId}`,
    );
    await whileBusy(() => updateOwn(db, id, { number, providerOrderId, updatedAt: now() }));
    return providerOrderId;
  } catch (error) {
    // The payment may exist, but its id was returned to nobody, so it cannot be approved.
    const failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    await updateOwn(db, id, { number, status: 'cancelled', failure, dueAt: null, updatedAt: now() });
    throw toProblem(error);
  }
}

/** Updates the order that this request has inserted. @throws NotVisibleError */
async function updateOwn(db: DataSource, id: number, changes: Partial<OrderRow>): Promise<void> {
  const { affected } = await db.getRepository(Orders).update({ id }, changes);
  if (affected !== 1) throw new NotVisibleError(`The order ${id} is missing after it was inserted.`);
}

/** Prices a basket from the catalogue, never the browser. A sold-out book counts only if it is paid. */
export async function priceItems(
  db: DataSource,
  items: readonly BasketItem[],
  { paid = false }: { readonly paid?: boolean } = {},
): Promise<BasketTotals> {
  const basket = normaliseBasket(items);
  const ids = basket.map(({ productId }) => productId);
  const books = (await readContent(db, 'book', ids)).filter(({ soldOut }) => paid || !soldOut);
  const products = new Map<number, PricedProduct>(
    [premium, ...books].map(({ id, title, price }) => [id, { id, title, price }]),
  );
  return priceBasket(basket, (productId) => products.get(productId));
}
