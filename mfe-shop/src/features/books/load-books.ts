import { type Book, calls, isBookId } from '@isa/api-contract';
import { type LoadContext, paths } from '@isa/contract';
import { redirect } from '@isa/contract/router';
import { excerpt } from '../../shared/excerpt';
import type { BookOnShelf } from '../../shared/volumes';

/** Characters of a book's text on its card (specification §9). */
const EXCERPT = 200;

/**
 * A book as its card shows it. A page's data stands in the page a second time, beside what was drawn from it, so it
 * holds no text and no table of contents that only the book's own page shows.
 */
export interface ListedBook extends Omit<Book, 'content' | 'contents' | 'offerLink'> {
  /** The beginning of the book's text, without markup. */
  readonly excerpt: string;
}

/** The whole catalogue of books, in its order. */
export async function loadBooks(context: LoadContext): Promise<readonly ListedBook[]> {
  const books = await catalogue(context);
  return books.map(({ content, contents: _, offerLink: __, ...book }) => ({
    ...book,
    excerpt: excerpt(content, EXCERPT),
  }));
}

async function catalogue({ host, signal }: LoadContext): Promise<readonly Book[]> {
  const { books } = await host.api(calls.listBooks, {}, { signal });
  return books;
}

export interface BookPageData {
  readonly book: Book;
  /** All books: what a pack saves and what is related is reckoned from them. */
  readonly books: readonly BookOnShelf[];
}

function onShelf({ id, title, price, volumes }: Book): BookOnShelf {
  return { id, title, price, volumes };
}

/** One book among the others; an address that names no book leads to the list. */
export async function loadBook(context: LoadContext): Promise<BookPageData> {
  const { bookId = '' } = context.params;
  const id = Number(bookId);
  if (String(id) !== bookId || !isBookId(id)) throw redirect(paths.books);
  const books = await catalogue(context);
  const book = books.find((candidate) => candidate.id === id);
  if (!book) throw redirect(paths.books);
  return { book, books: books.map(onShelf) };
}
