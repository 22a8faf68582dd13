import {
  calls,
  CURRENCY,
  FIRST_LESSON_ID,
  type Lesson,
  LESSON_COUNT,
  LESSON_PRICE,
  type Order,
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
export function orderOf(items: Parameters<typeof priceBasket>[0], number = 'ISA-2026-000123'): Order {
  const totals = priceBasket(items, productOf);
  return {
    ...totals,
    lines: [...totals.lines],
    number,
    status: 'captured',
    currency: 'GBP',
    buyerEmail: 'buyer@example.com',
    createdAt: '2026-11-21T10:00:00.000Z',
    capturedAt: '2026-11-21T10:01:00.000Z',
  };
}

/** The receipt of the same order. */
export function receiptOf(items: Parameters<typeof priceBasket>[0], number?: string): Receipt {
  const order = orderOf(items, number);
  return {
    ...order,
    lines: order.lines.map((line) => ({ ...line, preOrder: line.productId === 8, expectedMonth: null })),
    providerOrderId: 'PAYPAL-1',
    refunded: pence(0),
    refundedAt: null,
    buyerName: 'Sam Reed',
    company: null,
    purchaseOrderNumber: null,
    termsVersion: '2026-11-02T09:00:00.000Z',
    shippingAddress: ['Sam Reed', '1 High Street', 'Leeds LS1 1AA'],
    seller,
    preOrder: items.some(({ productId }) => productId === 8),
    sentAt: null,
    trackingNumber: null,
    cancellable: null,
    returnableUntil: null,
    link: 'signed.link',
  };
}

/** An API where every call succeeds. The first match is used, so place failing answers before these. */
export function shopAnswers(): readonly Answer[] {
  let ordered: Order | undefined;
  return [
    answer(calls.listBooks, () => ({ books: [...books] })),
    answer(calls.priceBasket, ({ body }) => {
      const totals = priceBasket(body.items, productOf);
      return { ...totals, lines: [...totals.lines] };
    }),
    answer(calls.checkoutSettings, () => settings),
    answer(calls.createOrder, ({ body }) => {
      ordered = orderOf(body.items);
      if (ordered.total !== body.expectedTotal) throw new ApiError('price-changed', 'A price has changed.');
      return { providerOrderId: 'PAYPAL-1', number: ordered.number };
    }),
    answer(calls.captureOrder, () => ({ order: ordered ?? orderOf([{ productId: 1, quantity: 1 }]) })),
    answer(calls.readOrder, () => {
      if (!ordered) throw new ApiError('not-found', 'There is nothing here.');
      return { order: { ...receiptOf(ordered.lines), number: ordered.number } };
    }),
    answer(calls.listMyOrders, () => ({
      orders: [
        receiptOf([
          { productId: 1, quantity: 2 },
          { productId: 8, quantity: 1 },
        ]),
        receiptOf([{ productId: PREMIUM_ID, quantity: 1 }], 'ISA-2026-000101'),
      ],
      next: null,
    })),
    answer(calls.readOrderByLink, () => ({
      order: receiptOf([
        { productId: 1, quantity: 2 },
        { productId: PREMIUM_ID, quantity: 1 },
      ]),
    })),
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
    return { ...totals, lines: [...totals.lines] };
  });
}

/** Premium access while no lesson is recorded. */
export const preOrder: Answer = answer(calls.listLessons, () => ({
  lessons: lessons.map((lesson) => ({ ...lesson, courseVideoSrc: '' })),
  premium: { ...premium, preOrder: true },
}));
