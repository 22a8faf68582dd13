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
  type UnavailableProduct,
} from '@isa/api-contract';
import { type DataSource, type EntityManager, In, IsNull } from 'typeorm';
import type { z } from 'zod';
import { termsInForce } from '../../../content';
import { lockRow } from '../../database/change-row';
import { Entitlements, OrderLines, type OrderRow, Orders } from '../../database/entities';
import { isDatabaseBusy, isDuplicate } from '../../database/errors';
import { whileBusy, withRetry } from '../../database/retry';
import { transaction } from '../../database/transaction';
import type { OrderDeps } from './deps';
import { ProblemError } from '../../http/problem-error';
import { accountKey } from '../accounts/erasures';
import { readPremium } from '../catalogue/premium';
import type { Buyer } from './buyer';
import { checkOrder } from './check-order';
import { countRecordedLessons, readLines } from './order-lines';
import { createOrderLink, newOrderNumber, orderNumber, paypalInvoiceId } from './order-number';
import { OPEN_STATES } from './order-states';
import { toProblem } from './payments/provider';
import { insertOrderRow, transition, writeOrder } from './transition';
import { readContent } from '../../database/content';

/** When the sweep first queries the provider about an order. */
const FIRST_CHECK_MS = 60_000;

type NewOrder = Pick<OrderRow, 'id' | 'requestId'> & { readonly number: string };

/**
 * Records an order before the provider creates it, so that no payment exists without a row.
 * @throws ProblemError `empty-basket`, `sold-out`, `not-signed-in`, `already-owned`, `consent-missing`,
 * `price-changed`, `payment-open`, `payment-unavailable`
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
): Promise<{ readonly providerOrderId: string; readonly number: string; readonly link: string }> {
  const { unavailable, ...totals } = await priceItems(deps.db, items);
  if (unavailable.length > 0) throw new ProblemError('sold-out', { message: unavailableText(unavailable) });
  if (totals.lines.length === 0) throw new ProblemError('empty-basket');
  const digital = totals.lines.some(({ productId }) => productId === PREMIUM_ID);
  const waived = digital && (await checkPremium(deps, buyer, digitalConsent));
  if (totals.total !== expectedTotal) throw new ProblemError('price-changed');
  await settleEarlier(deps, buyer, totals);

  const details = {
    digitalConsentAt: waived ? deps.now() : null,
    company: company || null,
    purchaseOrderNumber: purchaseOrderNumber || null,
    termsVersion: termsInForce,
  };
  // Another tab may insert its order at the same moment. One that was saved without its response is replaced: nobody can
  // pay it.
  let isTaken = false;
  const order = await withRetry(
    async () => insertOrder(deps, buyer, totals, details, isTaken ? await findOpen(deps, buyer) : null),
    (error) => {
      isTaken ||= isDuplicate(error);
      return isTaken || isDatabaseBusy(error);
    },
  );
  const providerOrderId = await createPayment(deps, order, totals, buyer);
  return { providerOrderId, number: order.number, link: createOrderLink(order, deps.env.secret) };
}

function unavailableText(products: readonly UnavailableProduct[]): string {
  const sentences = products.map(
    ({ title, reason }) => `“${title}” is ${reason === 'sold-out' ? 'sold out' : 'no longer for sale'}.`,
  );
  return `${sentences.join(' ')} It is not part of the order, and you have not been charged. Please check the total and pay again if you agree.`;
}

/** How long ago an order may have been placed that a buyer might pay for a second time, in milliseconds. */
const EARLIER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Asks the provider about earlier payments of this browser or account before another one begins: an approved one is
 * captured, and one that is not approved can no longer be paid.
 * @throws ProblemError `payment-open` for one with the same products that is not decided, or that is paid and was never
 * shown to its buyer
 */
async function settleEarlier(deps: OrderDeps, buyer: Buyer, { lines }: BasketTotals): Promise<void> {
  const { userId, guestKeyHash } = buyer;
  const hashes = [...new Set([guestKeyHash, ...buyer.guestKeyHashes])].filter((hash) => hash !== undefined);
  const owners = [
    ...(userId === undefined ? [] : [{ userId }]),
    ...(hashes.length === 0 ? [] : [{ guestKeyHash: In(hashes) }]),
  ];
  const undecided = In([...OPEN_STATES, 'reviewing']);
  const unseen = { status: 'captured' as const, seenAt: IsNull() };
  const found = await deps.db.getRepository(Orders).find({
    where: owners.flatMap((owner) => [
      { ...owner, status: undecided },
      { ...owner, ...unseen },
    ]),
    order: { id: 'ASC' },
  });
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  const earlierLines = await readLines(deps.db.manager, ids);
  const oldest = deps.now().getTime() - EARLIER_MS;
  for (const earlier of found) {
    const isSameBasket = earlierLines.some(
      ({ orderId, productId }) =>
        orderId === earlier.id && lines.some((line) => line.productId === productId),
    );
    const isOpenHere = earlier.openKey !== null && earlier.openKey === guestKeyHash;
    if (!isOpenHere && (!isSameBasket || earlier.createdAt.getTime() < oldest)) continue;
    const order = await checkOrder(deps, earlier, { close: true }).catch((error: unknown) => {
      const isUndecided = error instanceof ProblemError && error.id === 'payment-unavailable';
      throw isUndecided ? paymentOpen(deps, earlier, error.message) : error;
    });
    if (order.status === 'reviewing' && isSameBasket) {
      throw paymentOpen(
        deps,
        order,
        `PayPal is still checking your payment for order ${orderNumber(order)}, which is for the same products. Please do not pay again until PayPal has decided.`,
      );
    }
    if (order.status === 'captured' && isSameBasket) {
      throw paymentOpen(
        deps,
        order,
        `You have already paid for these products: order ${orderNumber(order)}.`,
      );
    }
  }
}

function paymentOpen({ env }: OrderDeps, order: OrderRow, message: string): ProblemError {
  const named = { number: orderNumber(order), link: createOrderLink(order, env.secret) };
  return new ProblemError('payment-open', { message, order: named });
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

async function findOpen({ db }: OrderDeps, { guestKeyHash }: Buyer): Promise<OrderRow | null> {
  return guestKeyHash === undefined ? null : db.getRepository(Orders).findOneBy({ openKey: guestKeyHash });
}

async function insertOrder(
  deps: OrderDeps,
  buyer: Buyer,
  { lines, ...amounts }: BasketTotals,
  details: Pick<OrderRow, 'digitalConsentAt' | 'company' | 'purchaseOrderNumber' | 'termsVersion'>,
  open: OrderRow | null,
): Promise<NewOrder> {
  const { db, now } = deps;
  const createdAt = now();
  const openKey = buyer.guestKeyHash ?? null;
  const row = {
    requestId: randomUUID(),
    userId: buyer.userId ?? null,
    sessionId: buyer.sessionId ?? null,
    guestKeyHash: openKey,
    openKey,
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
    if (open) await replace(deps, manager, open);
    const { id } = await insertOrderRow(manager, row);
    const rows = lines.map((line) => ({ ...line, orderId: id }));
    await manager.insert(OrderLines, rows);
    return { id, number: newOrderNumber({ id, createdAt }), requestId: row.requestId };
  });
}

/** Closes the order of another tab, of which no capture has begun. @throws ProblemError `payment-open` */
async function replace(deps: OrderDeps, manager: EntityManager, { id }: OrderRow): Promise<void> {
  const open = await lockRow(manager, Orders, id);
  if (open.openKey === null || (await transition(deps, manager, open, 'replaced'))) return;
  throw paymentOpen(
    deps,
    open,
    `Your payment for order ${orderNumber(open)} has not gone through yet. Please do not pay again until we know the result.`,
  );
}

async function createPayment(
  deps: OrderDeps,
  { id, number, requestId }: NewOrder,
  { lines, subtotal, shipping, total }: BasketTotals,
  { userId, accountCreatedAt: createdAt }: Buyer,
): Promise<string> {
  const { db, env, payments, now } = deps;
  try {
    const { providerOrderId } = await payments.createPayment(
      {
        customId: requestId,
        invoiceId: paypalInvoiceId(number, requestId),
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
    await whileBusy(() =>
      transaction(db, async (manager) => {
        await writeOrder(manager, await lockRow(manager, Orders, id), {
          number,
          providerOrderId,
          updatedAt: now(),
        });
      }),
    );
    return providerOrderId;
  } catch (error) {
    // The payment may exist, but no client received its id, so it cannot be approved.
    const failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    await transaction(db, async (manager) => {
      const order = await lockRow(manager, Orders, id);
      await transition(deps, manager, order, 'unknown', { changes: { number, failure } });
    });
    throw toProblem(error);
  }
}

export type Quote = BasketTotals & { readonly unavailable: readonly UnavailableProduct[] };

/** Prices a basket from the catalogue, never the browser. A sold-out book counts only if it is paid. */
export async function priceItems(
  db: DataSource,
  items: readonly BasketItem[],
  { paid = false }: { readonly paid?: boolean } = {},
): Promise<Quote> {
  const basket = normaliseBasket(items);
  const ids = basket.map(({ productId }) => productId);
  const books = await readContent(db, 'book', ids);
  const premium = ids.includes(PREMIUM_ID) ? [await readPremium(db)] : [];
  const isForSale = ({ soldOut }: { readonly soldOut?: boolean }) => paid || soldOut !== true;
  const products = new Map<number, PricedProduct>(
    [...premium, ...books.filter(isForSale)].map(({ id, title, price }) => [id, { id, title, price }]),
  );
  const unavailable = ids
    .filter((id) => !products.has(id))
    .map((productId) => {
      const book = books.find(({ id }) => id === productId);
      const reason = book ? ('sold-out' as const) : ('withdrawn' as const);
      return { productId, title: book?.title ?? `Product ${productId}`, reason };
    });
  return { ...priceBasket(basket, (productId) => products.get(productId)), unavailable };
}
