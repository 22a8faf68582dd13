import {
  calls,
  CURRENCY,
  FIRST_LESSON_ID,
  type Lesson,
  LESSON_COUNT,
  LESSON_PRICE,
  pence,
  type Premium,
  PREMIUM_ID,
  PREMIUM_PRICE,
  priceBasket,
  type PricedProduct,
  type Receipt,
} from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { ApiError } from '@isa/contract';
import { type Answer, answer } from '@isa/contract/testing';
import { books } from './books';

/** A product of the catalogue. */
export function productOf(id: number): PricedProduct | undefined {
  return id === PREMIUM_ID
    ? { id, title: 'Premium access to Basic Covert Surveillance, all 33 lessons', price: PREMIUM_PRICE }
    : books.find((book) => book.id === id);
}

const seller = { name: 'The Academy Ltd', address: '1 Yard, London', vatNumber: 'GB 123 4567 89' } as const;

export const settings = {
  clientId: 'test-client',
  sdkBaseUrl: 'https://paypal.test/sdk/js',
  currency: 'GBP',
  supportEmail: 'help@academy.test',
  sandbox: true,
  seller,
} as const;

/** The 33 lessons, of which 12 are recorded. */
const lessons = Array.from({ length: LESSON_COUNT }, (_, index): Lesson => {
  const id = FIRST_LESSON_ID + index;
  return {
    id,
    title: `Lesson ${index + 1}`,
    summary: '',
    topic: 'Static observation',
    durationSeconds: 600,
    trailerVideoSrc: '',
    courseVideoSrc: index < 12 ? `/api/video/${id}.mp4` : '',
    content: '',
    link: paths.lesson(id),
    price: LESSON_PRICE,
    currency: CURRENCY,
    imgSrc: '',
  };
});

const premium: Premium = {
  id: PREMIUM_ID,
  title: 'Premium access',
  price: PREMIUM_PRICE,
  currency: CURRENCY,
  link: paths.onlineCourses,
  preOrder: false,
};

/** A captured order of these items, as the API returns it. */
export function receiptOf(items: Parameters<typeof priceBasket>[0], changes: Partial<Receipt> = {}): Receipt {
  const totals = priceBasket(items, productOf);
  const preOrder = items.some(({ productId }) => productId === 8);
  const inStock = items.some(({ productId }) => productId < 8);
  return {
    ...totals,
    lines: totals.lines.map((line) => ({ ...line, preOrder: line.productId === 8, expectedMonth: null })),
    number: 'ISA-2026-000123',
    status: 'captured',
    money: 'taken',
    shown: { label: 'Paid', tone: 'success', text: null },
    lastFailure: null,
    currency: 'GBP',
    buyerEmail: 'buyer@example.com',
    mailTo: 'buyer@example.com',
    createdAt: '2026-11-21T10:00:00.000Z',
    capturedAt: '2026-11-21T10:01:00.000Z',
    providerOrderId: 'PAYPAL-1',
    refunded: pence(0),
    refunding: pence(0),
    refundedAt: null,
    refunds: [],
    buyerName: 'Sam Reed',
    company: null,
    purchaseOrderNumber: null,
    termsVersion: '2026-11-02T09:00:00.000Z',
    shippingAddress: ['Sam Reed', '1 High Street', 'Leeds LS1 1AA'],
    seller,
    preOrder,
    sentAt: null,
    trackingNumber: null,
    dispatchBy: inStock && !preOrder ? '2026-11-25T10:00:00.000Z' : null,
    premium: items.some(({ productId }) => productId === PREMIUM_ID) ? 'open' : null,
    cancellation: null,
    returnableUntil: null,
    returnAskedAt: null,
    link: 'signed.link',
    ...changes,
  };
}

/** What the API says of an order in each state without money; the texts are samples. */
export const states = {
  open: {
    status: 'created',
    money: 'none',
    capturedAt: null,
    shown: { label: 'Waiting for payment', tone: 'plain', text: null },
  },
  reviewing: {
    status: 'reviewing',
    money: 'unclear',
    capturedAt: null,
    dispatchBy: null,
    premium: null,
    shown: {
      label: 'PayPal is checking your payment',
      tone: 'accent',
      text: 'Nothing is sent before PayPal has finished.',
    },
  },
  refused: {
    status: 'refused',
    money: 'none',
    capturedAt: null,
    dispatchBy: null,
    premium: null,
    shown: {
      label: 'Payment refused',
      tone: 'error',
      text: 'PayPal refused the payment. Nothing was taken.',
    },
  },
  cancelled: {
    status: 'cancelled',
    money: 'none',
    capturedAt: null,
    dispatchBy: null,
    shown: { label: 'Not paid', tone: 'plain', text: 'Nothing was taken for this order.' },
  },
} as const satisfies Record<string, Partial<Receipt>>;

/** An API where every call succeeds. The first match is used, so place failing answers before these. */
export function shopAnswers(): readonly Answer[] {
  let ordered: Receipt | undefined;
  const bought = () => ordered ?? receiptOf([{ productId: 1, quantity: 1 }]);
  return [
    answer(calls.listBooks, () => ({ books: [...books] })),
    answer(calls.priceBasket, ({ body }) => {
      const totals = priceBasket(body.items, productOf);
      return { ...totals, lines: [...totals.lines], unavailable: [] };
    }),
    answer(calls.checkoutSettings, () => settings),
    answer(calls.createOrder, ({ body }) => {
      ordered = receiptOf(body.items);
      if (ordered.total !== body.expectedTotal) throw new ApiError('price-changed', 'A price has changed.');
      return { providerOrderId: 'PAYPAL-1', number: ordered.number, link: ordered.link };
    }),
    answer(calls.checkOrder, () => ({ order: bought() })),
    answer(calls.listMyOrders, () => ({
      orders: [
        receiptOf([
          { productId: 1, quantity: 2 },
          { productId: 8, quantity: 1 },
        ]),
        receiptOf([{ productId: PREMIUM_ID, quantity: 1 }], { number: 'ISA-2026-000101' }),
      ],
      next: null,
    })),
    answer(calls.readOrderByLink, () => ({ order: bought() })),
    answer(calls.processPurchase, () => ({ message: 'Recorded.' })),
    answer(calls.listLessons, () => ({ lessons: [...lessons], premium: { ...premium, preOrder: false } })),
  ];
}

/** Today's prices with one book at another price. */
export function pricesWith(bookId: number, price: number): Answer {
  return answer(calls.priceBasket, ({ body }) => {
    const totals = priceBasket(body.items, (id) => {
      const product = productOf(id);
      return product && id === bookId ? { ...product, price: pence(price) } : product;
    });
    return { ...totals, lines: [...totals.lines], unavailable: [] };
  });
}

/** Premium access while no lesson is recorded. */
export const preOrder: Answer = answer(calls.listLessons, () => ({
  lessons: lessons.map((lesson) => ({ ...lesson, courseVideoSrc: '' })),
  premium: { ...premium, preOrder: true },
}));
