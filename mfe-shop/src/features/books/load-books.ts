import { type Book, calls, isBookId } from '@isa/api-contract';
import { type LoadContext, paths } from '@isa/contract';
import { redirect } from '@isa/contract/router';

/** The whole catalogue of books, in its order. */
export async function loadBooks({ host, signal }: LoadContext): Promise<readonly Book[]> {
  const { books } = await host.api(calls.listBooks, {}, { signal });
  return books;
}

export interface BookPageData {
  readonly book: Book;
  /** All books: what a pack saves and what is related is reckoned from them. */
  readonly books: readonly Book[];
}

/** One book among the others; an address that names no book leads to the list. */
export async function loadBook(context: LoadContext): Promise<BookPageData> {
  const { bookId = '' } = context.params;
  const id = Number(bookId);
  if (String(id) !== bookId || !isBookId(id)) throw redirect(paths.books);
  const books = await loadBooks(context);
  const book = books.find((candidate) => candidate.id === id);
  if (!book) throw redirect(paths.books);
  return { book, books };
}
