import { Gauge, type Registry } from 'prom-client';
import { type DataSource, IsNull, LessThanOrEqual, Not } from 'typeorm';
import { Orders, OutboxMails } from '../../database/entities';
import { withDeadline } from '../../database/retry';

/** Milliseconds after which a scrape answers without the figures of the database. */
const DEADLINE_MS = 1_000;
/** The states of orders that are not settled yet. Orders in others are many, and would cost a scan. */
const OPEN = ['created', 'capturing', 'failed'] as const;

/** Every process returns the same values. @returns reads the rows; without them `isa_database_up` is 0. */
export function createTableGauges(db: DataSource, registry: Registry, now: () => Date): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('isa_database_up', 'Whether the database answered this scrape: 1 or 0');
  const openOrders = gauge('isa_orders_open', 'Orders that are not settled, by status', ['status']);
  const orderAge = gauge(
    'isa_orders_oldest_due_seconds',
    'How long the oldest due order has waited for the role jobs; 0 when none is due',
  );
  const waitingMails = gauge('isa_outbox_mails_waiting', 'Mails that wait to be sent');
  const mailAge = gauge(
    'isa_outbox_mails_oldest_due_seconds',
    'How long the oldest due mail has waited for the role jobs; 0 when none is due',
  );
  const givenUpMails = gauge('isa_outbox_mails_given_up', 'Mails that could not be sent and are given up');

  return async () => {
    openOrders.reset();
    for (const one of [orderAge, waitingMails, mailAge, givenUpMails]) one.remove();
    try {
      const { counts, orderSeconds, waiting, mailSeconds, givenUp } = await withDeadline(
        readWaiting(db, now()),
        DEADLINE_MS,
        () => new Error('The database did not answer in time.'),
      );
      up.set(1);
      OPEN.forEach((status, index) => openOrders.set({ status }, counts[index] ?? 0));
      orderAge.set(orderSeconds);
      waitingMails.set(waiting);
      mailAge.set(mailSeconds);
      givenUpMails.set(givenUp);
    } catch {
      up.set(0);
    }
  };
}

/** Reads what waits for the role jobs. Each query reads an index whose rows are only those that wait. */
export async function readWaiting(db: DataSource, now: Date) {
  const orders = db.getRepository(Orders);
  const mails = db.getRepository(OutboxMails);
  const [counts, order, waiting, mail, givenUp] = await Promise.all([
    Promise.all(OPEN.map((status) => orders.countBy({ status }))),
    orders.findOne({
      select: { dueAt: true },
      where: { dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC' },
    }),
    mails.countBy({ nextAttemptAt: Not(IsNull()) }),
    mails.findOne({
      select: { nextAttemptAt: true },
      where: { nextAttemptAt: LessThanOrEqual(now) },
      order: { nextAttemptAt: 'ASC' },
    }),
    mails.countBy({ sentAt: IsNull(), nextAttemptAt: IsNull() }),
  ]);
  const secondsSince = (due: Date | null | undefined) => (due ? (now.getTime() - due.getTime()) / 1000 : 0);
  return {
    counts,
    waiting,
    givenUp,
    /** How many seconds the oldest due order has waited; 0 when none is due. */
    orderSeconds: secondsSince(order?.dueAt),
    mailSeconds: secondsSince(mail?.nextAttemptAt),
  };
}
