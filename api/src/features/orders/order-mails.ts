import {
  academy,
  delivery,
  formatPounds,
  isBookId,
  LESSON_COUNT,
  longDate,
  messages,
  paths,
  type Pence,
  pence,
  PREMIUM_ID,
  type Seller,
  VAT_PERCENT,
  watchableToday,
} from '@isa/api-contract';
import type { OrderLineRow, OrderRow } from '../../database/entities';
import type { OrderDeps } from './deps';
import type { Mail } from '../../emails/outbox';
import { renderMail } from '../../emails/render-mail';
import { createOrderLink } from './order-link';
import { orderNumber } from './order-number';
import { addressLines } from './order-presenter';

type OrderMail = Pick<Mail, 'subject' | 'body' | 'html'>;

type MailDeps = Pick<OrderDeps, 'env'>;

/** What the catalogue says about the products of an order. */
export interface ProductFacts {
  /** Ids of the ordered books that are not published yet. */
  readonly preOrders: ReadonlySet<number>;
  /** The number of lessons that can be watched. */
  readonly recordedLessons: number;
}

/** Contains the payment, VAT by line, and the next steps: delivery of books, access to lessons. */
export function confirmationMail(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  { preOrders, recordedLessons }: ProductFacts,
  { env }: MailDeps,
): OrderMail {
  const books = lines.filter(({ productId }) => isBookId(productId));
  const premium = lines.some(({ productId }) => productId === PREMIUM_ID);
  return {
    subject: `Your order ${orderNumber(order)}`,
    ...renderMail({
      greeting: greeting(order),
      paragraphs: [
        `${messages.shop.thanks}. We received your payment for order ${orderNumber(order)} on ${longDate(order.capturedAt ?? order.createdAt)}.`,
        ...(premium ? [premiumText(order, recordedLessons)] : []),
        ...(books.length > 0 ? deliveryTexts(order, books, preOrders) : []),
      ],
      figures: figures(order, lines),
      ...(premium
        ? {
            action: { label: 'Go to my lessons', url: env.siteOrigin + paths.myCourses },
            link: receiptLink(order, env),
          }
        : { action: receiptLink(order, env) }),
      afterwards: [
        `The link to your order opens and prints your receipt; no account is needed. Questions? Write to ${academy.email} and name the order.`,
        ...(books.length > 0 ? [`${delivery.returns} Our terms say how.`] : []),
        sellerText(env.seller),
      ],
    }),
  };
}

/** Reports a refund and the access that ends with it. */
export function refundMail(
  order: OrderRow,
  { amount, premiumEnds }: { readonly amount: Pence; readonly premiumEnds: boolean },
  { env }: MailDeps,
): OrderMail {
  return {
    subject: `Refund for your order ${orderNumber(order)}`,
    ...renderMail({
      greeting: greeting(order),
      paragraphs: [
        `${formatPounds(amount)} for order ${orderNumber(order)} went back to the account that you paid with. Banks take a few days to show it.`,
        ...(premiumEnds ? ['Premium access that came with this order has ended.'] : []),
      ],
      action: receiptLink(order, env),
      afterwards: [
        `Was this not expected? Write to ${academy.email} and name the order.`,
        sellerText(env.seller),
      ],
    }),
  };
}

/** Reports that the books of an order were given to the carrier. */
export function sentMail(order: OrderRow, books: readonly OrderLineRow[], { env }: MailDeps): OrderMail {
  const address = addressLines(order);
  return {
    subject: `Your order ${orderNumber(order)} is on its way`,
    ...renderMail({
      greeting: greeting(order),
      paragraphs: [
        `We have sent:\n${books.map(({ title, quantity }) => `${title} × ${quantity}`).join('\n')}`,
        ...(address.length > 0 ? [`Your books go to:\n${address.join('\n')}`] : []),
        ...(order.trackingNumber === null ? [] : [`Tracking number: ${order.trackingNumber}`]),
      ],
      action: receiptLink(order, env),
      afterwards: [`${delivery.returns} Our terms say how.`, sellerText(env.seller)],
    }),
  };
}

function greeting({ buyerName }: OrderRow): string {
  return buyerName ? `Dear ${buyerName},` : 'Hello,';
}

function receiptLink(
  order: OrderRow,
  { siteOrigin, secret }: Pick<OrderDeps['env'], 'siteOrigin' | 'secret'>,
) {
  return { label: 'See your order', url: siteOrigin + paths.order(createOrderLink(order, secret)) };
}

function premiumText({ digitalConsentAt }: OrderRow, recordedLessons: number): string {
  const consent = digitalConsentAt
    ? ' You asked for immediate supply and acknowledged that the 14-day right to cancel ends once access has begun.'
    : '';
  return `Premium access is open now, in the account that you were logged in with. ${watchableToday(recordedLessons, LESSON_COUNT)}${consent}`;
}

function sellerText({ name, address, vatNumber }: Seller): string {
  return `Sold by ${name}, ${address}.${vatNumber ? ` VAT number ${vatNumber}.` : ''}`;
}

function deliveryTexts(
  order: OrderRow,
  books: readonly OrderLineRow[],
  preOrders: ReadonlySet<number>,
): string[] {
  const address = addressLines(order);
  const preOrdered = books.filter(({ productId }) => preOrders.has(productId));
  const stocked = books.length > preOrdered.length;
  return [
    ...(address.length > 0 ? [`Your books go to:\n${address.join('\n')}`] : []),
    ...(stocked ? [delivery.times] : []),
    ...preOrdered.map(
      ({ title }) =>
        `Pre-order: “${title}” is still to be published. It is sent on publication; until then you may cancel it at any time.`,
    ),
  ];
}

function figures(order: OrderRow, lines: readonly OrderLineRow[]) {
  return [
    ...lines.map(({ title, quantity, lineTotal, vat, vatPercent }) => ({
      label: `${title} × ${quantity} (VAT ${vatPercent}%: ${formatPounds(vat)})`,
      amount: formatPounds(lineTotal),
    })),
    ...(order.shipping > 0
      ? [
          {
            label: `Shipping (VAT ${VAT_PERCENT.book}%: ${formatPounds(pence(0))})`,
            amount: formatPounds(order.shipping),
          },
        ]
      : []),
    { label: 'Total including VAT', amount: formatPounds(order.total), strong: true },
    { label: 'VAT contained', amount: formatPounds(order.vat) },
  ];
}
