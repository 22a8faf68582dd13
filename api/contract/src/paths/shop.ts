import { pagePath } from '../page-path';

export const books = '/isa-books/all-books';
export const booksAlias = '/isa-books';
export const book = pagePath<number>('/isa-books/:bookId');
export const basket = '/isa-basket';
export const checkout = '/checkout';
export const paymentSuccessful = '/payment-successful';
export const myOrders = '/my-orders';
/** An order; its link comes from the API (`Receipt.link`) and works without an account. */
export const order = pagePath<string>('/my-orders/:link');
