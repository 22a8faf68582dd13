import { BOOK_COUNT } from '@isa/api-contract';
import { definePage, defineRemote, paths } from '@isa/contract';
import { loadBook, loadBooks } from './features/books/load-books';

const bookAddresses = Array.from({ length: BOOK_COUNT }, (_, index) => paths.book(index + 1));

/** Books, basket, checkout and orders. */
export default defineRemote({
  name: 'shop',
  routes: [
    definePage({
      path: paths.books,
      title: 'Books',
      load: loadBooks,
      page: () => import('./features/books/books-page'),
    }),
    definePage({
      path: '/isa-books/:bookId',
      title: 'Book',
      addresses: bookAddresses,
      load: loadBook,
      page: () => import('./features/books/book-page'),
    }),
    definePage({
      path: paths.basket,
      title: 'Basket',
      addresses: [],
      page: () => import('./features/basket/basket-page'),
    }),
    definePage({
      path: paths.checkout,
      title: 'Secure Checkout',
      keepsVersion: true,
      addresses: [],
      page: () => import('./features/checkout/checkout-page'),
    }),
    definePage({
      path: paths.paymentSuccessful,
      title: 'Thanks for your order',
      keepsVersion: true,
      addresses: [],
      page: () => import('./features/orders/payment-successful-page'),
    }),
    definePage({
      path: paths.myOrders,
      title: 'My orders',
      access: 'signed-in',
      page: () => import('./features/orders/my-orders-page'),
    }),
    definePage({
      path: `${paths.myOrders}/:link`,
      title: 'Your order',
      page: () => import('./features/orders/order-page'),
    }),
  ],
  menu: [
    { menu: 'main', label: 'Books', path: paths.books, order: 50 },
    { menu: 'account', label: 'My orders', path: paths.myOrders, order: 60 },
  ],
});
