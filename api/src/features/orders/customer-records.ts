import { In } from 'typeorm';
import { CreditNotes, Entitlements, Invoices, OrderLines, Orders, Refunds } from '../../database/entities';
import type { AccountDeps, CustomerRecords } from '../accounts/deps';
import { withoutSecrets } from '../accounts/account-page';
import { guestKey } from './buyer';
import { attachGuestOrders } from './fulfil';
import { LISTED_STATES, orderStates } from './order-states';

/** The states in which PayPal has, had or may have the money. */
const PAID_STATES = LISTED_STATES.filter((status) => orderStates[status].money !== 'none');

/** The orders of customers, for their accounts. A deletion needs nothing: orders remain without their account. */
export function createCustomerRecords({ db, now }: Pick<AccountDeps, 'db' | 'now'>): CustomerRecords {
  return {
    attach: (manager, { id: userId, emailKey }) => attachGuestOrders(manager, { userId, emailKey }, now()),
    hasBought: async (manager, userId) =>
      (await manager.existsBy(Entitlements, { userId })) ||
      (await manager.existsBy(Orders, { userId, status: In(PAID_STATES) })),
    async export(userId) {
      const orders = await db.getRepository(Orders).find({ where: { userId }, order: { id: 'ASC' } });
      const ofOrders = { orderId: In(orders.map(({ id }) => id)) };
      const lines = await db.getRepository(OrderLines).findBy(ofOrders);
      const invoices = await db.getRepository(Invoices).findBy(ofOrders);
      const refunds = await db.getRepository(Refunds).findBy(ofOrders);
      const notes = await db.getRepository(CreditNotes).findBy({ refundId: In(refunds.map(({ id }) => id)) });
      const entitlements = await db.getRepository(Entitlements).findBy({ userId });
      return {
        orders: orders.map((order) => ({
          ...withoutSecrets(order),
          lines: lines.filter(({ orderId }) => orderId === order.id).map(withoutSecrets),
          invoices: invoices
            .filter(({ orderId }) => orderId === order.id)
            .map(({ formKey: _formKey, issuedBy: _issuedBy, ...invoice }) => invoice),
          creditNotes: notes
            .filter(({ refundId }) =>
              refunds.some((refund) => refund.id === refundId && refund.orderId === order.id),
            )
            .map(({ issuedBy: _issuedBy, ...note }) => note),
        })),
        entitlements: entitlements.map(withoutSecrets),
      };
    },
    forgetBrowser: (ctx) => guestKey.clear(ctx),
  };
}
