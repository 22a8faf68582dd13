import {
  formatPounds,
  isBookId,
  messages,
  type Pence,
  pence,
  PREMIUM_ID,
  VAT_PERCENT,
} from '@isa/api-contract';
import type { OrderLineRow, OrderRow } from '../../database/entities';
import type { Deps } from '../../deps';
import { mailWords } from '../../emails/words';
import { createOrderLink } from './order-link';
import { addressLines, numberOf } from './order-presenter';

interface OrderMail {
  readonly subject: string;
  readonly body: string;
  readonly html: string;
}

type MailDeps = Pick<Deps, 'env'>;

/** Says what was paid, VAT by line, and what happens next: where books go, where lessons are. */
export function confirmationMail(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  preOrders: ReadonlySet<number>,
  { env }: MailDeps,
): OrderMail {
  const books = lines.filter(({ productId }) => isBookId(productId));
  const premium = lines.some(({ productId }) => productId === PREMIUM_ID);
  return {
    subject: `Your order ${numberOf(order)}`,
    ...mailWords({
      greeting: greeting(order),
      paragraphs: [
        `${messages.shop.thanks}. We received your payment for order ${numberOf(order)} on ${day(order.capturedAt ?? order.createdAt)}.`,
        ...(premium ? [premiumWords(order, env.siteOrigin)] : []),
        ...(books.length > 0 ? deliveryWords(order, books, preOrders) : []),
      ],
      figures: figures(order, lines),
      action: receiptLink(order, env),
      afterwards: [
        `The link opens and prints your receipt; no account is needed. Questions? Write to ${env.supportEmail} and name the order.`,
      ],
    }),
  };
}

/** Tells that an order's money went back and what ends with it. */
export function refundMail(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  refunded: Pence,
  { env }: MailDeps,
): OrderMail {
  const premium = lines.some(({ productId }) => productId === PREMIUM_ID);
  return {
    subject: `Refund for your order ${numberOf(order)}`,
    ...mailWords({
      greeting: greeting(order),
      paragraphs: [
        `${formatPounds(refunded)} for order ${numberOf(order)} went back to the account that you paid with. Banks take a few days to show it.`,
        ...(premium ? ['Premium access that came with this order has ended.'] : []),
      ],
      action: receiptLink(order, env),
      afterwards: [`Was this not expected? Write to ${env.supportEmail} and name the order.`],
    }),
  };
}

function greeting({ buyerName }: OrderRow): string {
  return buyerName ? `Dear ${buyerName},` : 'Hello,';
}

function receiptLink(order: OrderRow, { siteOrigin, secret }: Pick<Deps['env'], 'siteOrigin' | 'secret'>) {
  return { label: 'See your order', url: `${siteOrigin}/my-orders/${createOrderLink(order, secret)}` };
}

function premiumWords({ digitalConsentAt }: OrderRow, siteOrigin: string): string {
  const consent = digitalConsentAt
    ? ' You asked for immediate supply and acknowledged that the 14-day right to cancel ends once access has begun.'
    : '';
  return `Premium access is open now: all 33 lessons wait at ${siteOrigin}/my-courses, in the account that you were logged in with.${consent}`;
}

function deliveryWords(
  order: OrderRow,
  books: readonly OrderLineRow[],
  preOrders: ReadonlySet<number>,
): string[] {
  const address = addressLines(order);
  const waiting = books.filter(({ productId }) => preOrders.has(productId));
  const stocked = books.length > waiting.length;
  return [
    ...(address.length > 0 ? [`Your books go to:\n${address.join('\n')}`] : []),
    ...(stocked
      ? [
          'Books in stock leave us within three working days and normally arrive within five working days in the United Kingdom and fifteen elsewhere.',
        ]
      : []),
    ...waiting.map(
      ({ title }) =>
        `Pre-order: “${title}” is still to be published. It is sent on publication; until then you may cancel it at any time.`,
    ),
  ];
}

function figures(order: OrderRow, lines: readonly OrderLineRow[]) {
  return [
    ...lines.map(({ title, quantity, lineTotal, vat, vatPercent }) => ({
      label: `${title} × ${quantity} (VAT ${vatPercent}%: ${formatPounds(pence(vat))})`,
      amount: formatPounds(pence(lineTotal)),
    })),
    ...(order.shipping > 0
      ? [
          {
            label: `Shipping (VAT ${VAT_PERCENT.book}%: ${formatPounds(pence(0))})`,
            amount: formatPounds(pence(order.shipping)),
          },
        ]
      : []),
    { label: 'Total including VAT', amount: formatPounds(pence(order.total)), strong: true },
    { label: 'VAT contained', amount: formatPounds(pence(order.vat)) },
  ];
}

function day(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(date);
}
