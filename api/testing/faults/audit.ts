import { PREMIUM_ID } from '@isa/api-contract';
import { type DataSource, In, MoreThan } from 'typeorm';
import type { OrderRecord } from '../../paypal-sandbox/records';
import { Entitlements, OrderLines, type OrderRow, Orders, OutboxMails } from '../../src/database/entities';
import { takenOf } from '../../src/features/orders/testing/shop';
import type { MailSink } from './mail-sink';

export interface Findings {
  readonly orders: number;
  readonly captured: number;
  /** Pence. */
  readonly money: number;
  /** Disagreements; empty on success. */
  readonly problems: readonly string[];
}

interface AuditInput {
  readonly db: DataSource;
  readonly sink: MailSink;
  /** The orders of this round at the provider. */
  readonly payments: readonly OrderRecord[];
  /** Orders up to this id belong to earlier rounds. */
  readonly afterId: number;
}

/**
 * Compares captured money, orders, entitlements and mails after everything has settled. The provider's records are the
 * reference: only the provider has all payments.
 */
export async function audit({ db, sink, payments, afterId }: AuditInput): Promise<Findings> {
  const problems: string[] = [];
  const rows = await db.getRepository(Orders).find({ where: { id: MoreThan(afterId) } });
  const ids = In(rows.map(({ id }) => id));
  const [lines, entitlements, mails] = await Promise.all([
    db.getRepository(OrderLines).findBy({ orderId: ids }),
    db.getRepository(Entitlements).findBy({ orderId: ids }),
    db.getRepository(OutboxMails).findBy({ kind: 'order-confirmation' }),
  ]);

  for (const payment of payments) {
    const row = rows.find(({ providerOrderId }) => providerOrderId === payment.id);
    const taken = takenOf(payment);
    const approved = payment.approval?.instrument === 'accepted';
    if (approved && taken === 0) problems.push(`${payment.id}: approved, but no money was captured`);
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
    const payment = payments.find(({ id }) => id === row.providerOrderId);
    if (captured && (!payment || takenOf(payment) !== row.total))
      problems.push(`${name(row)}: captured, but not paid`);
    if (!captured && row.status !== 'cancelled') problems.push(`${name(row)}: never settled, ${row.status}`);
    if (row.dueAt !== null) problems.push(`${name(row)}: still due`);

    const premium = lines.some(({ orderId, productId }) => orderId === row.id && productId === PREMIUM_ID);
    const granted = entitlements.filter(
      ({ orderId, revokedAt }) => orderId === row.id && revokedAt === null,
    ).length;
    const due = captured && premium && row.userId !== null ? 1 : 0;
    if (granted !== due) problems.push(`${name(row)}: ${granted} entitlements instead of ${due}`);

    const written = mails.filter(({ dedupeKey }) => dedupeKey === `order-confirmation:${row.id}`).length;
    const received = sink.idsOf(`Your order ${row.number ?? ''}`).size;
    const expected = captured ? 1 : 0;
    if (written !== expected || received !== expected) {
      problems.push(`${name(row)}: ${written} mails written and ${received} received instead of ${expected}`);
    }
  }
  const money = payments.reduce((sum, payment) => sum + takenOf(payment), 0);
  return {
    orders: rows.length,
    captured: rows.filter(({ status }) => status === 'captured').length,
    money,
    problems,
  };
}

function name({ number, id }: OrderRow): string {
  return number ?? `order ${id}`;
}
