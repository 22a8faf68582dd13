import { PREMIUM_ID } from '@isa/api-contract';
import { type DataSource, In, MoreThan } from 'typeorm';
import type { OrderRecord } from '../../paypal-sandbox/records';
import {
  Entitlements,
  OrderLines,
  type OrderRow,
  Orders,
  OutboxMails,
  Refunds,
} from '../../src/database/entities';
import { netCaptured } from '../net-captured';
import type { MailSink } from './mail-sink';

export interface AuditEntry {
  readonly orders: number;
  readonly captured: number;
  readonly refunded: number;
  /** The amount in pence. */
  readonly money: number;
  /** The disagreements that were found; empty on success. */
  readonly problems: readonly string[];
}

interface AuditInput {
  readonly db: DataSource;
  readonly sink: MailSink;
  /** The orders of this round at the provider. */
  readonly payments: readonly OrderRecord[];
  /** Orders up to this id belong to earlier rounds. */
  readonly afterId: number;
  /** Orders that their buyers have claimed. */
  readonly claimed?: readonly string[];
  /** Orders whose buyers were told that they are cancelled. */
  readonly cancelled?: readonly string[];
}

/**
 * Compares captured money, orders, entitlements and mails after everything has settled. The provider's records are the
 * reference: only the provider has all payments.
 */
export async function audit({
  db,
  sink,
  payments,
  afterId,
  claimed = [],
  cancelled = [],
}: AuditInput): Promise<AuditEntry> {
  const problems: string[] = [];
  const rows = await db.getRepository(Orders).find({ where: { id: MoreThan(afterId) } });
  const ids = In(rows.map(({ id }) => id));
  const [lines, entitlements, mails] = await Promise.all([
    db.getRepository(OrderLines).findBy({ orderId: ids }),
    db.getRepository(Entitlements).findBy({ orderId: ids }),
    db.getRepository(OutboxMails).findBy({ kind: 'order-confirmation' }),
  ]);
  const refunds = await db.getRepository(Refunds).findBy({ orderId: ids });

  const rowOf = new Map(rows.map((row) => [row.providerOrderId, row]));
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]));
  const premiumOrders = new Set(
    lines.flatMap(({ orderId, productId }) => (productId === PREMIUM_ID ? [orderId] : [])),
  );
  const grants = countBy(
    entitlements.filter(({ revokedAt }) => revokedAt === null),
    ({ orderId }) => orderId,
  );
  const confirmations = countBy(mails, ({ dedupeKey }) => dedupeKey);

  for (const payment of payments) {
    const row = rowOf.get(payment.id);
    const taken = netCaptured(payment);
    const approved = payment.approval?.instrument === 'accepted';
    const returned = payment.capture?.refunds.length ?? 0;
    if (approved && taken === 0 && returned === 0) {
      problems.push(`${payment.id}: approved, but no money was captured`);
    }
    if (returned > 0 && (returned > 1 || taken !== 0 || row?.status !== 'refunded')) {
      problems.push(`${payment.id}: ${returned} refunds, ${taken} pence kept, ${row?.status ?? 'missing'}`);
    }
    if (taken > 0 && row?.status !== 'captured') {
      problems.push(
        `${payment.id}: ${taken} pence were captured for an order that is ${row?.status ?? 'missing'}`,
      );
    }
    if (taken > 0 && row && taken !== row.total)
      problems.push(`${payment.id}: ${taken} pence for ${row.total}`);
  }

  for (const row of rows) {
    const captured = row.status === 'captured';
    const payment = paymentOf.get(row.providerOrderId ?? '');
    if (captured && (!payment || netCaptured(payment) !== row.total))
      problems.push(`${name(row)}: captured, but not paid`);
    const refunded = row.status === 'refunded';
    if (refunded && (payment?.capture?.refunds.length !== 1 || row.refunded !== row.total)) {
      problems.push(`${name(row)}: refunded, but ${row.refunded} pence of ${row.total} are recorded`);
    }
    const done = refunds.filter(({ orderId, state }) => orderId === row.id && state === 'done');
    const open = refunds.some(({ orderId, state }) => orderId === row.id && state === 'open');
    if (open || row.refunding !== 0 || done.length !== (refunded ? 1 : 0)) {
      problems.push(`${name(row)}: ${done.length} refunds are done, ${row.refunding} pence are open`);
    }
    const notices = sink.idsOf(`Refund for your order ${row.number ?? ''}`).size;
    if (notices !== (refunded ? 1 : 0)) problems.push(`${name(row)}: ${notices} mails about its refund`);
    if (!captured && !refunded && row.status !== 'cancelled')
      problems.push(`${name(row)}: never settled, ${row.status}`);
    // A paid order is only looked at again, days later.
    if (row.dueAt !== null && !captured) problems.push(`${name(row)}: still due`);

    const premium = premiumOrders.has(row.id);
    const granted = grants.get(row.id) ?? 0;
    const due = captured && premium && row.userId !== null ? 1 : 0;
    if (granted !== due) problems.push(`${name(row)}: ${granted} entitlements instead of ${due}`);

    const written = confirmations.get(`order-confirmation:${row.id}`) ?? 0;
    const received = sink.idsOf(`Your order ${row.number ?? ''}`).size;
    const expected = captured || refunded ? 1 : 0;
    if (written !== expected || received !== expected) {
      problems.push(`${name(row)}: ${written} mails written and ${received} received instead of ${expected}`);
    }
  }
  for (const id of claimed) {
    const row = rowOf.get(id);
    if (!row || row.userId === null || row.claimedAt === null)
      problems.push(`${id}: claimed, but of no customer`);
  }
  for (const id of cancelled) {
    const row = rowOf.get(id);
    if (row?.status !== 'refunded') problems.push(`${id}: cancelled, but ${row?.status ?? 'missing'}`);
  }
  const money = payments.reduce((sum, payment) => sum + netCaptured(payment), 0);
  return {
    orders: rows.length,
    captured: rows.filter(({ status }) => status === 'captured').length,
    refunded: rows.filter(({ status }) => status === 'refunded').length,
    money,
    problems,
  };
}

function name({ number, id }: OrderRow): string {
  return number ?? `order ${id}`;
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
