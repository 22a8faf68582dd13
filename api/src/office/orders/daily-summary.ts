import { delivery, longDate } from '@isa/api-contract';
import { writeMail } from '../../emails/outbox';
import { orderNumber } from '../../features/orders/order-number';
import { isWorkingDay } from '../../features/orders/working-days';
import type { CoreDeps } from '../../http/deps';
import { findLate, findOrders, PAGE_SIZE } from './find-orders';

/** The hour of the mail in UTC, which is seven or eight in London. */
const FROM_HOUR = 7;

/**
 * Mails the office each working day what is still to be sent, where `OFFICE_EMAIL` is set, unless the mail is written,
 * it is too early, or nothing waits.
 */
export async function mailSummary({ db, env, now }: Pick<CoreDeps, 'db' | 'env' | 'now'>): Promise<void> {
  const at = now();
  if (env.officeEmail === undefined || !isWorkingDay(at) || at.getUTCHours() < FROM_HOUR) return;
  const found = await findOrders({ db, now }, { list: 'to-send', search: '', after: undefined });
  if (found.length === 0) return;
  const orders = found.slice(0, PAGE_SIZE);
  const late = await findLate(db, orders, at);
  const count = `${found.length > PAGE_SIZE ? `more than ${PAGE_SIZE}` : orders.length} ${orders.length === 1 ? 'order' : 'orders'}`;
  await writeMail(
    db.manager,
    {
      kind: 'office-summary',
      dedupeKey: `office-summary:${at.toISOString().slice(0, 10)}`,
      recipient: env.officeEmail,
      subject: `${count} to send${late.size > 0 ? `, ${late.size} late` : ''}`,
      greeting: `There ${orders.length === 1 ? 'is' : 'are'} ${count} to send.`,
      paragraphs: [
        ...(late.size > 0
          ? [`${late.size} of them waited longer than the promised ${delivery.dispatchDays} working days.`]
          : []),
        orders
          .map((order) => {
            const paid = order.capturedAt ? `, paid on ${longDate(order.capturedAt)}` : '';
            return `${orderNumber(order)}${paid}${late.has(order.id) ? ': late' : ''}`;
          })
          .join('\n'),
      ],
      action: { label: 'Open the list', url: `${env.officeOrigin}/orders` },
    },
    { env, now },
  );
}
