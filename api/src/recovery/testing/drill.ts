import { calls } from '@isa/api-contract';
import { In } from 'typeorm';
import { sampleApproval } from '../../../paypal-sandbox/records';
import { createUser, type SignedIn, signIn } from '../../../testing/factories';
import { Entitlements, OrderLines, Orders, OutboxMails, Users } from '../../database/entities';
import type { Deps } from '../../roles/deps';
import { createOrderLink } from '../../features/orders/order-number';
import type { Shop } from '../../features/orders/testing/shop';

export const SECRET = 'the secret of the site in this drill, 32 characters';
export const PASSWORD = 'a long enough password 4711';
const book = (productId: number) => [{ productId, quantity: 1 }];
const premium = [{ productId: 1999, quantity: 1 }];

/** The customers and payments of a drill, before and after the backup. */
export interface Drill {
  /** The customer whose access was bought after the backup, with a payment address of its own. */
  readonly bob: SignedIn;
  /** The customer who has deleted the account after the backup. */
  readonly carol: SignedIn;
  /** The order that existed unpaid at the backup. */
  readonly openOrder: string;
  /** The order that was paid before the backup and refunded after it. */
  readonly refundedOrder: string;
}

/** What the site did until the backup. */
export async function untilBackup(shop: Shop): Promise<Drill> {
  const { deps } = shop.api;
  const at = deps.now();
  const customer = async (email: string) =>
    signIn(deps, await createUser(deps, { email, emailVerifiedAt: at, password: PASSWORD }));
  const [alice, bob, carol] = [
    await customer('alice@example.org'),
    await customer('bob@example.org'),
    await customer('carol@example.org'),
  ];
  await shop.buy(premium, alice.headers);
  const { providerOrderId: refundedOrder } = await shop.buy(book(1));
  const { providerOrderId: openOrder } = await shop.order(book(2));
  return { bob, carol, openOrder, refundedOrder };
}

/** Purchases of customers that the backup knows, a refund, and a deleted account. */
export async function afterBackup(
  shop: Shop,
  { bob, carol, openOrder, refundedOrder }: Drill,
): Promise<void> {
  await buyAs(shop, bob, premium, 'bob.pays@example.org');
  await buyAs(shop, undefined, book(3), 'guest@example.org');
  await buyAs(shop, carol, premium, 'carol@example.org');
  shop.approve(openOrder);
  // The payment arrives by webhook, which needs no browser.
  shop.connectWebhooks();
  shop.approve(openOrder);
  const { capture } = shop.sandbox.payments.order(refundedOrder);
  shop.sandbox.payments.refund(capture?.id ?? '', undefined);
  await shop.sandbox.deliveries.settled();
  await shop.api.call(calls.deleteAccount, { body: { password: PASSWORD } }, { headers: carol.headers });
}

export async function buyAs(
  shop: Shop,
  customer: SignedIn | undefined,
  items: typeof premium,
  email: string,
): Promise<string> {
  const { providerOrderId, headers } = await shop.order(items, customer?.headers);
  shop.sandbox.payments.approve(providerOrderId, {
    ...sampleApproval(shop.sandbox.payments.order(providerOrderId)),
    email,
  });
  await shop.capture(providerOrderId, headers);
  return providerOrderId;
}

/** What must be the same after a restore: orders with their lines and links, access, customers. */
export async function restoredState({ db }: Pick<Deps, 'db'>) {
  const orders = await db.getRepository(Orders).find({ order: { id: 'ASC' } });
  const lines = await db.getRepository(OrderLines).find({ order: { orderId: 'ASC', productId: 'ASC' } });
  const users = await db.getRepository(Users).find({ order: { email: 'ASC' } });
  const emailOf = (id: number | null) => users.find((user) => user.id === id)?.email;
  const access = await db.getRepository(Entitlements).find({ order: { orderId: 'ASC' } });
  return {
    orders: orders.map((order) => ({
      number: order.number,
      customer: emailOf(order.userId),
      buyer: order.buyerEmail,
      address: order.shippingAddress,
      status: order.status,
      captureId: order.captureId,
      amounts: [order.subtotal, order.shipping, order.total, order.vat, order.refunded],
      receipt: createOrderLink(order, SECRET),
      lines: lines
        .filter(({ orderId }) => orderId === order.id)
        .map(({ productId, quantity, lineTotal, vat }) => [productId, quantity, lineTotal, vat]),
    })),
    access: access.map(({ userId, orderId, revokedAt }) => [emailOf(userId), orderId, revokedAt !== null]),
    customers: users.map(({ email }) => email),
  };
}

/** The recipients of mails about orders, in alphabetical order. */
export async function orderMails({ db }: Pick<Deps, 'db'>): Promise<readonly string[]> {
  const kinds = In(['order-confirmation', 'order-refunded']);
  const mails = await db.getRepository(OutboxMails).findBy({ kind: kinds });
  return mails.map(({ kind, recipient }) => `${kind} ${recipient}`).sort();
}
