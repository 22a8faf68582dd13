import { CURRENCY, emailKey, pence, PREMIUM_ID } from '@isa/api-contract';
import { IsNull, Not } from 'typeorm';
import { lockRow } from '../../database/change-row';
import { OrderLines, type OrderRow, Orders, Users } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { OrderDeps } from './deps';
import { accountKey } from '../accounts/erasures';
import { countRecordedLessons, findOrder } from './order-lines';
import type { Payment } from './payments/paypal-order';
import { ignoreUnknown, PaymentError } from './payments/provider';
import { priceItems } from './create-order';
import { amountText, payerAddress, recordPayment } from './record-payment';
import { insertOrderRow, type OrderChanges, writeOrder } from './transition';

/** `ISA-2026-000123-0a1b2c3d`: the order's number with its id, and the start of its request id. */
const INVOICE = /^(?<number>ISA-(?<year>\d{4})-(?<id>\d{6,9}))-(?<start>[0-9a-f]{8})$/;
/** A lost order's id is not farther ahead of the last known one. A far higher one would use up the ids. */
const MAX_ID_GAP = 1_000_000;
/** The value of the row's `failure`, which the support staff see. */
const NO_ACCOUNT = 'restored without its account';

/** Settles payments since a time: lost orders are restored under their old number. Repeatable. */
export async function reconcilePayments(
  deps: OrderDeps,
  {
    since,
    until,
    erased,
  }: { readonly since: Date; readonly until: Date; readonly erased: ReadonlySet<string> },
  progress: (line: string) => void,
) {
  const { captureIds, completeUntil } = await deps.payments.listPayments(since, until);
  progress(`PayPal lists ${captureIds.length} payments since ${since.toISOString()}`);
  const users = await deps.db.getRepository(Users).find({ select: { id: true, createdAt: true } });
  const accounts = new Map(
    users.flatMap((user) => deps.env.secrets.map((secret) => [accountKey(user, secret), user.id] as const)),
  );
  // Orders that the database did not know are restored, and known ones whose state has changed updated.
  const counts = { ours: 0, restored: 0, updated: 0, unchanged: 0 };
  /** What a person has to decide, one line each, without personal data. */
  const forOperators: string[] = [];
  for (const captureId of captureIds) {
    const result = await settle(deps, captureId, accounts, erased).catch(unsettled);
    if (result === 'foreign') continue;
    counts.ours += 1;
    if (typeof result === 'object') forOperators.push(`payment ${captureId}: ${result.problem}`);
    else counts[result] += 1;
    if (counts.ours % 100 === 0) progress(`${counts.ours} of ${captureIds.length} settled`);
  }
  const without = { failure: NO_ACCOUNT, userId: IsNull(), status: 'captured' } as const;
  for (const { number } of await deps.db.getRepository(Orders).findBy(without)) {
    forOperators.push(
      `order ${number}: premium access was paid, but its account is lost; refund it at PayPal, or ask the buyer to sign up with the address of the payment`,
    );
  }
  return { listed: captureIds.length, ...counts, forOperators, completeUntil };
}

/** One payment that cannot be read or settled does not keep the others from it. */
function unsettled(error: unknown): Result {
  if (!(error instanceof PaymentError)) throw error;
  const advice = error.id === 'unavailable' ? 'run this again' : 'compare it at PayPal';
  return { problem: `it could not be settled (${error.message}); ${advice}` };
}

type Result = 'restored' | 'updated' | 'unchanged' | 'foreign' | { readonly problem: string };

async function settle(
  deps: OrderDeps,
  captureId: string,
  accounts: ReadonlyMap<string, number>,
  erased: ReadonlySet<string>,
): Promise<Result> {
  const payment = await deps.payments.readCaptured(captureId).catch(ignoreUnknown);
  // The money did not come through an order, but for example by a transfer between accounts.
  if (!payment?.capture || payment.customId === undefined) return 'foreign';
  const { capture } = payment;
  const isErased = payment.accountKey !== undefined && erased.has(payment.accountKey);
  // Receipts, mails and retention periods have the time of the payment.
  const atCapture = { ...deps, now: () => capture.at ?? deps.now() };
  const known = await findOrder(deps.db, { requestId: payment.customId });
  if (known) {
    const order = await withProviderId(deps, known, payment);
    if (known.capturedAt === null) await deliver(atCapture, order, payment, isErased);
    else await recordPayment(deps, order, payment);
    const after = await deps.db.getRepository(Orders).findOneByOrFail({ id: known.id });
    return after.status === known.status && after.refunded === known.refunded ? 'unchanged' : 'updated';
  }
  // With PayPal's buttons any client can create orders; this site's orders are named after their request.
  const { start } = INVOICE.exec(payment.invoiceId ?? '')?.groups ?? {};
  if (start === undefined || payment.customId.slice(0, 8) !== start) return 'foreign';
  if (capture.state === 'declined') return 'unchanged';
  const fault = faultOf(deps, payment);
  if (fault !== undefined)
    return { problem: `${fault}, so that it is no order; compare it at PayPal, and refund it there` };
  const userId = isErased ? null : await accountOf(deps, payment, accounts);
  const order = await insertLost(atCapture, payment, userId);
  if (!order) {
    if (capture.state === 'refunded') return 'unchanged';
    return {
      problem:
        'its items do not have its price in the catalogue; compare it at PayPal, and refund it or deliver it by hand',
    };
  }
  await deliver(atCapture, order, payment, isErased);
  return 'restored';
}

/** What no payment of an order of this site can be. Its amount is compared with the catalogue later. */
function faultOf({ env }: OrderDeps, { amount, capture, merchantId }: Payment): string | undefined {
  if (merchantId !== env.paypal.merchantId) return 'it went to another account';
  if (amount.currency !== CURRENCY || capture?.currency !== CURRENCY)
    return `it is of ${amountText(capture ?? amount)} instead of pounds`;
  return capture.value === amount.value
    ? undefined
    : `${amountText(capture)} were taken for ${amountText(amount)}`;
}

/** Records the payment. A buyer gets no mail whose account was deleted, or cannot get the access that the mail names. */
async function deliver(deps: OrderDeps, order: OrderRow, payment: Payment, isErased: boolean): Promise<void> {
  const isLost = order.userId === null && !isErased && isPremium(payment);
  if (!isErased && !isLost) return void (await recordPayment(deps, order, payment));
  const { buyer } = payment;
  await recordPayment(deps, order, { ...payment, buyer: buyer && { ...buyer, email: undefined } });
  await changeOrderRow(deps, order.id, {
    // The address is stored for the records, and an account that confirms it gets the order.
    ...payerAddress(buyer?.email),
    ...(isLost && { failure: NO_ACCOUNT }),
  });
}

async function withProviderId(deps: OrderDeps, order: OrderRow, { providerOrderId }: Payment) {
  return order.providerOrderId === null ? changeOrderRow(deps, order.id, { providerOrderId }) : order;
}

function changeOrderRow({ db }: OrderDeps, id: number, changes: OrderChanges): Promise<OrderRow> {
  return transaction(db, async (manager) => writeOrder(manager, await lockRow(manager, Orders, id), changes));
}

const isPremium = ({ lines }: Payment) => lines.some(({ sku }) => Number(sku) === PREMIUM_ID);

/** The account of a payment. A guest's names none: access goes to the account with the confirmed address. */
async function accountOf({ db }: OrderDeps, payment: Payment, accounts: ReadonlyMap<string, number>) {
  const named = accounts.get(payment.accountKey ?? '');
  if (named !== undefined) return named;
  const email = payment.buyer?.email;
  if (email === undefined || !isPremium(payment)) return null;
  const where = { emailKey: emailKey(email), emailVerifiedAt: Not(IsNull()) };
  return (await db.getRepository(Users).findOneBy(where))?.id ?? null;
}

/**
 * Writes an order as it was before its payment, under its old number and id unless they are taken.
 * @returns `undefined` when the items do not cost what was paid.
 */
async function insertLost(deps: OrderDeps, payment: Payment, userId: number | null) {
  const { invoiceId = '', customId: requestId = '', providerOrderId, amount, lines: items } = payment;
  const { number = '', year, id: digits } = INVOICE.exec(invoiceId)?.groups ?? {};
  const { lines, unavailable, ...amounts } = await priceItems(
    deps.db,
    items.map(({ sku, quantity }) => ({ productId: Number(sku), quantity })),
    { paid: true },
  );
  const isInCatalogue = lines.length === items.length && unavailable.length === 0;
  if (lines.length === 0 || !isInCatalogue || amounts.total !== amount.value) return undefined;
  const at = deps.now();
  const row = {
    requestId,
    openKey: null,
    providerOrderId,
    userId,
    dueAt: at,
    currency: CURRENCY,
    ...amounts,
    refunded: pence(0),
    refunding: pence(0),
    // The order would not have been created without consent once a lesson was recorded.
    digitalConsentAt: isPremium(payment) && (await countRecordedLessons(deps.db.manager)) > 0 ? at : null,
    createdAt: at,
    updatedAt: at,
  };
  return transaction(deps.db, async (manager) => {
    const last = (await manager.maximum(Orders, 'id')) ?? 0;
    const old = Number(digits);
    const isFree = old <= last + MAX_ID_GAP && !(await manager.existsBy(Orders, [{ id: old }, { number }]));
    const { id } = await insertOrderRow(manager, { ...row, ...(isFree && { id: old, number }) });
    if (!isFree) {
      const inserted = await lockRow(manager, Orders, id);
      await writeOrder(manager, inserted, { number: `ISA-${year}-${String(id).padStart(6, '0')}` });
    }
    await manager.insert(
      OrderLines,
      lines.map((line) => ({ ...line, orderId: id })),
    );
    return manager.findOneByOrFail(Orders, { id });
  });
}
