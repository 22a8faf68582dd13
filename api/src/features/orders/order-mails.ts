import {
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
  trackingLink,
} from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import type { EntityManager } from 'typeorm';
import { type OrderLineRow, type OrderRow, type RefundLine, Users } from '../../database/entities';
import type { OrderDeps } from './deps';
import { type Mail, writeMail } from '../../emails/outbox';
import { addressLines, maskedAddressLines } from './address-lines';
import { mailAddressOf } from './buyer';
import { type PreOrders, readProductFacts, titled, withoutRefunded } from './order-lines';
import { createOrderLink, orderNumber } from './order-number';
import type { OrderMail } from './order-states';

interface MailText extends Omit<Mail, 'recipient' | 'kind'> {
  /** The beginning of the sentence that says where to write to. */
  readonly invitation?: string;
}
type MailDeps = Pick<OrderDeps, 'env'>;

interface MailSubject {
  readonly order: OrderRow;
  /** The order before the event. */
  readonly before: OrderRow;
  readonly lines: readonly OrderLineRow[];
  readonly refund?: OrderRefund | undefined;
}

/** What a refund pays back; no lines when PayPal does not say which. */
export interface OrderRefund {
  readonly amount: Pence;
  readonly lines: readonly RefundLine[];
}

/** Writes the mail of an event in its transaction, to the buyer or to the office, where they have an address. */
export async function writeOrderMail(
  manager: EntityManager,
  kind: OrderMail,
  { order, before, lines, refund }: MailSubject,
  deps: Pick<OrderDeps, 'env' | 'now'>,
): Promise<void> {
  const books = lines.filter(({ productId }) => isBookId(productId));
  const toBuyer = (mail: MailText) => mailBuyer(manager, order, { ...mail, kind }, deps);
  const toOffice = async (mail: Omit<MailText, 'invitation'>) => {
    const recipient = deps.env.officeEmail;
    if (recipient !== undefined && books.length > 0)
      await writeMail(manager, { ...mail, kind, recipient }, deps);
  };
  const remaining = async () =>
    (await withoutRefunded(manager, lines)).filter(({ productId }) => isBookId(productId));
  switch (kind) {
    case 'order-confirmation':
      return toBuyer(confirmationMail(order, lines, await readProductFacts(manager, lines), deps));
    case 'office-order':
      return toOffice(officeMail(order, books, deps));
    case 'order-sent':
      return toBuyer(sentMail(order, await remaining()));
    case 'order-tracking':
      return order.trackingNumber === null
        ? undefined
        : toBuyer(trackingMail(order, order.trackingNumber, before.trackingNumber !== null));
    case 'order-address':
      return toBuyer(addressMail(order, before));
    case 'order-refunded':
      return refund && refund.amount > 0 ? toBuyer(refundMail(order, lines, refund)) : undefined;
    case 'refund-failed':
      return refund && toBuyer(refundFailedMail(order, refund.amount));
    case 'payment-review':
      return toBuyer(reviewMail(order));
    case 'payment-unclear':
      return toBuyer(unclearMail(order));
    case 'payment-refused':
      return toBuyer(refusedMail(order, lines, deps));
    case 'payment-not-taken':
      // Only a buyer who was told to wait expects a result.
      return order.awaitedAt === null ? undefined : toBuyer(notTakenMail(order));
    case 'payment-returned':
      return toBuyer(returnedMail(order));
    case 'payment-reversed':
      return toBuyer(reversedMail(order, lines));
    case 'payment-reinstated':
      return toBuyer(reinstatedMail(order, await withoutRefunded(manager, lines)));
    case 'return-asked':
      return toBuyer(returnMail(order, await remaining(), deps));
    case 'office-return':
      return toOffice(officeReturnMail(order, await remaining(), deps));
  }
}

/** All mails to the buyer lead to the order and name the seller. */
async function mailBuyer(
  manager: EntityManager,
  order: OrderRow,
  { invitation, ...mail }: MailText & Pick<Mail, 'kind'>,
  deps: Pick<OrderDeps, 'env' | 'now'>,
): Promise<void> {
  const { userId, buyerName } = order;
  const { env } = deps;
  const user = userId === null ? null : await manager.findOneBy(Users, { id: userId });
  const [recipient, name] = [mailAddressOf(order, user), user?.name ?? buyerName];
  if (recipient === null) return;
  const greeting = name ? `Dear ${name},` : 'Hello,';
  const afterwards = [
    ...(mail.afterwards ?? []),
    ...(invitation ? [`${invitation} ${env.contact.email} and quote the order number.`] : []),
    sellerText(env.seller),
  ];
  await writeMail(
    manager,
    { action: receiptLink(order, env), ...mail, afterwards, recipient, greeting },
    deps,
  );
}

/** The confirmation: payment, VAT by line, and the next steps (delivery of books, access to lessons). */
function confirmationMail(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  { preOrders, recorded }: { readonly preOrders: PreOrders; readonly recorded: number },
  { env }: MailDeps,
): MailText {
  const books = lines.filter(({ productId }) => isBookId(productId));
  const premium = hasPremium(lines);
  return {
    dedupeKey: `order-confirmation:${order.id}`,
    subject: `Your order ${orderNumber(order)}`,
    paragraphs: [
      `${messages.shop.thanks}. We received your payment for order ${orderNumber(order)} on ${longDate(order.capturedAt ?? order.createdAt)}.`,
      ...buyerTexts(order),
      ...(premium ? [premiumText(order, recorded)] : []),
      ...(books.length > 0 ? deliveryTexts(order, books, preOrders) : []),
    ],
    figures: figures(order, lines, env.seller),
    ...(premium && {
      action:
        order.userId === null
          ? { label: 'Sign up', url: env.siteOrigin + paths.register() }
          : { label: 'Go to my lessons', url: env.siteOrigin + paths.myCourses },
      link: receiptLink(order, env),
    }),
    afterwards: [
      `The link to your order lets you view and print your receipt. You do not need an account. Questions? Write to ${env.contact.email} and quote the order number.`,
      ...(books.length > 0 ? [`${delivery.returns} Our terms explain how.`] : []),
      ...termsTexts(order, env),
    ],
  };
}

/** The mail about a refund. */
function refundMail(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  { amount, lines: refunded }: OrderRefund,
): MailText {
  return {
    subject: `Refund for your order ${orderNumber(order)}`,
    paragraphs: [
      `${formatPounds(amount)} for order ${orderNumber(order)} has been refunded to the account you paid with. It can take your bank a few days to show it.`,
      ...(refunded.length > 0 ? [`The refund covers:\n${listOf(titled(refunded, lines))}`] : []),
      ...(hasPremium(refunded) || (order.status === 'refunded' && hasPremium(lines)) ? [ACCESS_ENDED] : []),
    ],
    invitation: 'Not expecting this? Write to',
  };
}

const ACCESS_ENDED = 'Premium access that came with this order has ended.';

export function hasPremium(lines: readonly RefundLine[]): boolean {
  return lines.some(({ productId }) => productId === PREMIUM_ID);
}

function refundFailedMail(order: OrderRow, amount: Pence): MailText {
  return {
    subject: `The refund for your order ${orderNumber(order)} did not go through`,
    paragraphs: [
      `PayPal could not complete the refund of ${formatPounds(amount)} for order ${orderNumber(order)}, so the money is still with us. We owe it to you: our staff have been told and will write to you about another way to send it.`,
    ],
    invitation: 'You can also write to',
  };
}

function reviewMail(order: OrderRow): MailText {
  return {
    dedupeKey: `payment-review:${order.id}`,
    subject: `PayPal is checking your payment for order ${orderNumber(order)}`,
    paragraphs: [
      `PayPal is checking your payment of ${formatPounds(order.total)} for order ${orderNumber(order)}, which can take a few days. You do not need to do anything; please do not pay again.`,
      'We will write to you as soon as PayPal has decided.',
    ],
  };
}

function unclearMail(order: OrderRow): MailText {
  return {
    dedupeKey: `payment-unclear:${order.id}`,
    subject: `We do not know yet whether order ${orderNumber(order)} is paid`,
    paragraphs: [
      `You approved a payment of ${formatPounds(order.total)} for order ${orderNumber(order)}, but PayPal has not told us whether it was taken. Please do not pay again.`,
      'Our staff have been told and will look into it. You do not need to do anything: we will write to you as soon as we know.',
    ],
    invitation: 'If your statement shows the payment, or you no longer want the order, write to',
  };
}

function refusedMail(order: OrderRow, lines: readonly OrderLineRow[], { env }: MailDeps): MailText {
  const shop = lines.some(({ productId }) => isBookId(productId)) ? paths.books : paths.onlineCourses;
  return {
    dedupeKey: `payment-refused:${order.id}:${order.captureId ?? ''}`,
    subject: `Payment refused for your order ${orderNumber(order)}`,
    paragraphs: [
      order.capturedAt === null
        ? `PayPal refused the payment of ${formatPounds(order.total)} for order ${orderNumber(order)}. Nothing was taken, and the order is closed.`
        : `PayPal first reported that your payment of ${formatPounds(order.total)} for order ${orderNumber(order)} was taken, and has refused it since. We have no money for the order, so it is closed. PayPal can tell you when it is back in your account.`,
      'If you still want it, please order again and choose another way to pay.',
    ],
    action: { label: 'Order again', url: env.siteOrigin + shop },
    link: receiptLink(order, env),
    invitation: 'If your statement shows the payment after all, write to',
  };
}

function notTakenMail(order: OrderRow): MailText {
  return {
    dedupeKey: `payment-not-taken:${order.id}`,
    subject: `Your payment for order ${orderNumber(order)} was not taken`,
    paragraphs: [
      `We now know that your payment for order ${orderNumber(order)} was not taken. You have not been charged, and the order is closed.`,
      'If you still want it, please order again.',
    ],
  };
}

function returnedMail(order: OrderRow): MailText {
  return {
    dedupeKey: `payment-returned:${order.id}`,
    subject: `Your payment for order ${orderNumber(order)} was sent back`,
    paragraphs: [
      `The payment that PayPal took for order ${orderNumber(order)} did not match the order, so we sent it back to the account that you paid with. Banks take a few days to show it. Nothing from this order will be delivered.`,
    ],
    invitation: 'Questions? Write to',
  };
}

function reversedMail(order: OrderRow, lines: readonly OrderLineRow[]): MailText {
  return {
    subject: `The payment for your order ${orderNumber(order)} was taken back`,
    paragraphs: [
      `PayPal or your bank has taken the payment for order ${orderNumber(order)} back from us. The order is closed.`,
      ...(hasPremium(lines) ? [ACCESS_ENDED] : []),
    ],
    invitation: 'Not expecting this? Write to',
  };
}

function reinstatedMail(order: OrderRow, remaining: readonly OrderLineRow[]): MailText {
  const books = remaining.filter(({ productId }) => isBookId(productId));
  return {
    subject: `Your order ${orderNumber(order)} is open again`,
    paragraphs: [
      `The payment for order ${orderNumber(order)}, which PayPal or your bank had taken back, has been returned to us: ${formatPounds(pence(order.total - order.refunded))}. Your order is open again.`,
      ...(hasPremium(remaining) && order.userId !== null
        ? ['Premium access is available again in the account that you were logged in to.']
        : []),
      ...(books.length > 0 && order.sentAt === null ? [`We will send you:\n${listOf(books)}`] : []),
    ],
    invitation: 'Not expecting this? Write to',
  };
}

function returnMail(order: OrderRow, books: readonly OrderLineRow[], { env }: MailDeps): MailText {
  return {
    dedupeKey: `return-asked:${order.id}`,
    subject: `Return of your order ${orderNumber(order)}`,
    paragraphs: [
      `You told us that you would like to return books from order ${orderNumber(order)}:\n${listOf(books)}`,
      `Please send them within 14 days to:\n${env.seller.name}\n${env.seller.address}`,
      `Please put a note with the number ${orderNumber(order)} in the parcel. We will refund the books within 14 days of receiving them.`,
    ],
    invitation: 'Questions? Write to',
  };
}

function officeReturnMail(order: OrderRow, books: readonly OrderLineRow[], { env }: MailDeps): MailText {
  return {
    dedupeKey: `office-return:${order.id}`,
    subject: `Return of order ${orderNumber(order)}`,
    greeting: `The buyer of order ${orderNumber(order)} is returning books:`,
    paragraphs: [listOf(books)],
    action: officeLink(order, env),
  };
}

function listOf(lines: readonly Pick<OrderLineRow, 'title' | 'quantity'>[]): string {
  return lines.map(({ title, quantity }) => `${title} × ${quantity}`).join('\n');
}

function officeLink({ id }: OrderRow, { officeOrigin }: OrderDeps['env']) {
  return { label: 'Open the order', url: `${officeOrigin}/orders/${id}` };
}

function officeMail(order: OrderRow, books: readonly OrderLineRow[], { env }: MailDeps): MailText {
  const number = orderNumber(order);
  return {
    dedupeKey: `office-order:${order.id}`,
    subject: `Order ${number} is paid`,
    greeting: `Order ${number} is paid and contains books:`,
    paragraphs: [listOf(books), addressLines(order).join('\n')],
    action: officeLink(order, env),
  };
}

function sentMail(order: OrderRow, books: readonly OrderLineRow[]): MailText {
  const address = addressLines(order);
  return {
    dedupeKey: `order-sent:${order.id}`,
    subject: `Your order ${orderNumber(order)} is on its way`,
    paragraphs: [
      `We have sent:\n${listOf(books)}`,
      ...(address.length > 0 ? [`Your books go to:\n${address.join('\n')}`] : []),
      ...(order.trackingNumber === null ? [] : [`Tracking number: ${order.trackingNumber}`]),
    ],
    ...parcelLink(order.trackingNumber),
    afterwards: [`${delivery.returns} Our terms explain how.`],
  };
}

/** The mail about a number that was entered or corrected after the parcel had left. */
function trackingMail(order: OrderRow, trackingNumber: string, isCorrected: boolean): MailText {
  return {
    subject: `The tracking number of your order ${orderNumber(order)}`,
    paragraphs: [
      `The parcel with your order ${orderNumber(order)} has the tracking number ${trackingNumber}.${isCorrected ? ' Please ignore any other number that we have sent you for it.' : ''}`,
    ],
    ...parcelLink(trackingNumber),
    invitation: 'Questions? Write to',
  };
}

/** The mail about another delivery address: a buyer who has not asked for it can still stop the parcel. */
function addressMail(order: OrderRow, before: OrderRow): MailText {
  const [now, earlier] = [maskedAddressLines(order), maskedAddressLines(before)];
  return {
    subject: `The delivery address of your order ${orderNumber(order)} has changed`,
    paragraphs: [
      `We have changed the delivery address of order ${orderNumber(order)}. Your books now go to:\n${now.join('\n')}`,
      ...(earlier.length > 0 ? [`They no longer go to:\n${earlier.join('\n')}`] : []),
      'This email shows only parts of names and streets. The page of your order shows the whole address.',
    ],
    invitation: 'If you did not ask for this, write at once to',
  };
}

function parcelLink(trackingNumber: string | null): Pick<MailText, 'link'> {
  const url = trackingNumber === null ? undefined : trackingLink(trackingNumber);
  return url === undefined ? {} : { link: { label: 'Follow the parcel', url } };
}

function receiptLink(order: OrderRow, { siteOrigin, secret }: OrderDeps['env']) {
  return { label: 'See your order', url: siteOrigin + paths.order(createOrderLink(order, secret)) };
}

function premiumText({ digitalConsentAt, userId }: OrderRow, recordedLessons: number): string {
  if (userId === null)
    return 'The account that you were logged in with was deleted before PayPal confirmed the payment, so nobody has premium access yet. Sign up with the address of this message and confirm it: the access is then in your new account. If you would rather have your money back, write to us.';
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
    ...(preOrdered.length === 0 ? [delivery.times] : []),
    ...preOrdered.map(({ productId, title }) => {
      const month = preOrders.get(productId);
      const expected = month ? ` and is expected in ${longMonth(month)}` : '';
      return `Pre-order: “${title}” has not been published yet${expected}. We will send it as soon as it is; until then you can cancel it at any time.`;
    }),
    ...(stocked && preOrdered.length > 0
      ? ['We send all the books in an order together, so the others will be sent once it is published.']
      : []),
  ];
}

/** The rows of amounts. The total has the same words as before paying; only a seller with a VAT number states the amounts of VAT. */
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
      label: 'Total including VAT',
      amount: formatPounds(order.total),
      strong: true,
    },
    ...(vatNumber === null ? [] : [{ label: 'VAT within the total', amount: formatPounds(order.vat) }]),
  ];
}
