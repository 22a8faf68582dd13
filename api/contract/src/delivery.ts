/** Delivery of books and the right to return them, as the terms, product pages, cart, checkout and mails state it. */
export const delivery = {
  /** Working days until a book in stock leaves the warehouse. */
  dispatchDays: 3,
  times:
    'We dispatch books in stock within three working days. They normally arrive within five working days in the United Kingdom and fifteen elsewhere.',
  preOrder: 'A pre-ordered book is sent as soon as it is published.',
  returns: 'Return books within 14 days after the day on which you receive them, without giving a reason.',
} as const;
