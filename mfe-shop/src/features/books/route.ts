import { BOOK_COUNT } from '@isa/api-contract';
import { definePage, paths } from '@isa/contract';
import { loadBook, loadBooks } from './load-books';

export const bookRoutes = [
  definePage({
    path: paths.books,
    title: 'Books',
    load: loadBooks,
    page: () => import('./books-page'),
  }),
  definePage({
    path: paths.book.pattern,
    title: 'Book',
    addresses: Array.from({ length: BOOK_COUNT }, (_, index) => paths.book(index + 1)),
    load: loadBook,
    page: () => import('./book-page'),
  }),
];
