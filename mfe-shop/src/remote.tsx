import { definePage, defineRemote, paths } from '@isa/contract';
import { loadBook, loadBooks } from './features/books/load-books';

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
      load: loadBook,
      page: () => import('./features/books/book-page'),
    }),
    definePage({
      path: paths.basket,
      title: 'Basket',
      page: () => import('./features/basket/basket-page'),
    }),
    definePage({
      path: paths.checkout,
      title: 'Secure Checkout',
      page: () => import('./features/checkout/checkout-page'),
    }),
    definePage({
      path: paths.paymentSuccessful,
      title: 'Thanks for your order',
      page: () => import('./features/confirmation/payment-successful-page'),
    }),
  ],
  menu: [{ menu: 'main', label: 'Books', path: paths.books, order: 50 }],
});
