import { BOOK_COUNT } from '@isa/api-contract';
import { definePage } from '@isa/contract';
import { redirect } from '@isa/contract/router';
import * as paths from '@isa/api-contract/paths';
import { loadBook, loadBooks } from './load-books';

export const bookRoutes = [
  definePage({
    path: paths.books,
    title: 'Books',
    load: loadBooks,
    page: () => import('./books-page'),
  }),
  definePage({
    // Visitors type this parent of the books' addresses.
    path: paths.booksAlias,
    title: 'Books',
    addresses: [],
    load: async () => {
      throw redirect(paths.books);
    },
    page: async () => ({ default: () => null }),
  }),
  definePage({
    path: paths.book.pattern,
    title: 'Book',
    addresses: Array.from({ length: BOOK_COUNT }, (_, index) => paths.book(index + 1)),
    load: loadBook,
    page: () => import('./book-page'),
  }),
];
