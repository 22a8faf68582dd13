import {
  academy,
  delivery,
  formatPounds,
  isBookId,
  LESSON_COUNT,
  longDate,
  longMonth,
  messages,
  type Pence,
  pence,
  PREMIUM_ID,
  type Seller,
  VAT_PERCENT,
  watchableToday,
} from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import type { EntityManager } from 'typeorm';
import { type OrderLineRow, type OrderRow, Users } from '../../database/entities';
import type { OrderDeps } from './deps';
import { type Mail, writeMail } from '../../emails/outbox';
import type { PreOrders } from './order-lines';
import { createOrderLink, orderNumber } from './order-number';
import { addressLines } from './order-history';

type OrderMail = Omit<Mail, 'recipient'>;
type MailDeps = Pick<OrderDeps, 'env'>;

/** Writes to the account's address and name, or else those of the payment. */
export async function mailBuyer(
  manager: EntityManager,
  { userId, buyerEmail, buyerName }: OrderRow,
  mail: OrderMail,
  now: Date,
): Promise<void> {
  const user = userId === null ? null : await manager.findOneBy(Users, { id: userId });
  const [recipient, name] = [user?.email ?? buyerEmail, user?.name ?? buyerName];
  if (recipient === null) return;
  await writeMail(manager, { ...mail, recipient, greeting: name ? `Dear ${name},` : 'Hello,' }, now);
}

/** The confirmation: payment, VAT by line, and the next steps (delivery of books, access to lessons). */
export function confirmationMail(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  { preOrders, recorded }: { readonly preOrders: PreOrders; readonly recorded: number },
  { env }: MailDeps,
): OrderMail {
  const books = lines.filter(({ productId }) => isBookId(productId));
  const premium = lines.some(({ productId }) => productId === PREMIUM_ID);
  return {
    kind: 'order-confirmation',
    dedupeKey: `order-confirmation:${order.id}`,
    subject: `Your order ${orderNumber(order)}`,
    paragraphs: [
      `${messages.shop.thanks}. We received your payment for order ${orderNumber(order)} on ${longDate(order.capturedAt ?? order.createdAt)}.`,
      ...buyerTexts(order),
      ...(premium ? [premiumText(order, recorded)] : []),
      ...(books.length > 0 ? deliveryTexts(order, books, preOrders) : []),
    ],
    figures: figures(order, lines, env.seller),
    ...(premium
      ? {
          action: { label: 'Go to my lessons', url: env.siteOrigin + paths.myCourses },
          link: receiptLink(order, env),
        }
      : { action: receiptLink(order, env) }),
    afterwards: [
      `The link to your order opens and prints your receipt; no account is needed. Questions? Write to ${academy.email} and name the order.`,
      ...(books.length > 0 ? [`${delivery.returns} Our terms say how.`] : []),
      ...termsTexts(order, env),
      sellerText(env.seller),
    ],
  };
}

/** The mail about a refund. A repeated refund with the same total writes no second one. */
export function refundMail(
  order: OrderRow,
  { amount, premiumEnds }: { readonly amount: Pence; readonly premiumEnds: boolean },
  { env }: MailDeps,
): OrderMail {
  return {
    kind: 'order-refunded',
    dedupeKey: `order-refunded:${order.id}:${order.refunded}`,
    subject: `Refund for your order ${orderNumber(order)}`,
    paragraphs: [
      `${formatPounds(amount)} for order ${orderNumber(order)} went back to the account that you paid with. Banks take a few days to show it.`,
      ...(premiumEnds ? ['Premium access that came with this order has ended.'] : []),
    ],
    action: receiptLink(order, env),
    afterwards: [
      `Was this not expected? Write to ${academy.email} and name the order.`,
      sellerText(env.seller),
    ],
  };
}

export function officeMail(order: OrderRow, books: readonly OrderLineRow[], { env }: MailDeps): OrderMail {
  const number = orderNumber(order);
  return {
    kind: 'office-order',
    dedupeKey: `office-order:${order.id}`,
    subject: `Order ${number} is paid`,
    greeting: `Order ${number} is paid and contains books:`,
    paragraphs: [
      books.map(({ title, quantity }) => `${title} × ${quantity}`).join('\n'),
      addressLines(order).join('\n'),
    ],
    action: { label: 'Open the order', url: `${env.officeOrigin}/orders/${order.id}` },
  };
}

export function sentMail(order: OrderRow, books: readonly OrderLineRow[], { env }: MailDeps): OrderMail {
  const address = addressLines(order);
  return {
    kind: 'order-sent',
    dedupeKey: `order-sent:${order.id}`,
    subject: `Your order ${orderNumber(order)} is on its way`,
    paragraphs: [
      `We have sent:\n${books.map(({ title, quantity }) => `${title} × ${quantity}`).join('\n')}`,
      ...(address.length > 0 ? [`Your books go to:\n${address.join('\n')}`] : []),
      ...(order.trackingNumber === null ? [] : [`Tracking number: ${order.trackingNumber}`]),
    ],
    action: receiptLink(order, env),
    afterwards: [`${delivery.returns} Our terms say how.`, sellerText(env.seller)],
  };
}

function receiptLink(order: OrderRow, { siteOrigin, secret }: OrderDeps['env']) {
  return { label: 'See your order', url: siteOrigin + paths.order(createOrderLink(order, secret)) };
}

function premiumText({ digitalConsentAt }: OrderRow, recordedLessons: number): string {
  const consent = digitalConsentAt
    ? ' You asked for immediate supply and acknowledged that the 14-day right to cancel ends once access has begun.'
    : '';
  const access =
    recordedLessons > 0 ? 'Premium access is open now' : 'Your pre-order of premium access is recorded';
  return `${access}, in the account that you were logged in with. ${watchableToday(recordedLessons, LESSON_COUNT)}${consent}`;
}

function buyerTexts({ buyerName, company, purchaseOrderNumber }: OrderRow): string[] {
  const lines = [
    ...(buyerName ? [`Buyer: ${buyerName}`] : []),
    ...(company ? [`Company: ${company}`] : []),
    ...(purchaseOrderNumber ? [`Purchase order: ${purchaseOrderNumber}`] : []),
  ];
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function termsTexts({ termsVersion }: OrderRow, { siteOrigin }: OrderDeps['env']) {
  if (!termsVersion) return [];
  const address = siteOrigin + paths.legal('terms-and-conditions');
  return [
    `Our terms and conditions in force since ${longDate(termsVersion)} apply to this order:\n${address}`,
  ];
}

function sellerText({ name, address, vatNumber }: Seller): string {
  return `Sold by ${name}, ${address}.${vatNumber ? ` VAT number ${vatNumber}.` : ''}`;
}

function deliveryTexts(order: OrderRow, books: readonly OrderLineRow[], preOrders: PreOrders): string[] {
  const address = addressLines(order);
  const preOrdered = books.filter(({ productId }) => preOrders.has(productId));
  const stocked = books.length > preOrdered.length;
  return [
    ...(address.length > 0 ? [`Your books go to:\n${address.join('\n')}`] : []),
    ...(stocked ? [delivery.times] : []),
    ...preOrdered.map(({ productId, title }) => {
      const month = preOrders.get(productId);
      const expected = month ? ` and expected in ${longMonth(month)}` : '';
      return `Pre-order: “${title}” is still to be published${expected}. It is sent on publication; until then you may cancel it at any time.`;
    }),
  ];
}

/** The rows of amounts. Only a seller with a VAT number may name VAT. */
function figures(order: OrderRow, lines: readonly OrderLineRow[], { vatNumber }: Seller) {
  const vatOf = (percent: number, amount: Pence) =>
    vatNumber === null ? '' : ` (VAT ${percent}%: ${formatPounds(amount)})`;
  return [
    ...lines.map(({ title, quantity, lineTotal, vat, vatPercent }) => ({
      label: `${title} × ${quantity}${vatOf(vatPercent, vat)}`,
      amount: formatPounds(lineTotal),
    })),
    ...(order.shipping > 0
      ? [{ label: `Shipping${vatOf(VAT_PERCENT.book, pence(0))}`, amount: formatPounds(order.shipping) }]
      : []),
    {
      label: vatNumber === null ? 'Total' : 'Total including VAT',
      amount: formatPounds(order.total),
      strong: true,
    },
    ...(vatNumber === null ? [] : [{ label: 'VAT contained', amount: formatPounds(order.vat) }]),
  ];
}
