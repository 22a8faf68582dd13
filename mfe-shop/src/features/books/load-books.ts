import { type Book, calls, excerpt, isBookId } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type LoadContext } from '@isa/contract';
import { redirect } from '@isa/contract/router';
import { plainText } from '../../shared/plain-text';

/** How many characters of a book's text its card shows (specification §9). */
const EXCERPT = 200;

/** A book on the list. Long texts are omitted, because the page contains its data a second time as JSON. */
export interface ListedBook extends Omit<Book, 'content' | 'contents' | 'offerLink'> {
  readonly excerpt: string;
}

export type BookPageData = Awaited<ReturnType<typeof loadBook>>;

export async function loadBooks({ host, signal }: LoadContext): Promise<readonly ListedBook[]> {
  const { books } = await host.api(calls.listBooks, {}, { signal });
  return books.map(({ content, contents: _, offerLink: __, ...book }) => ({
    ...book,
    excerpt: excerpt(plainText(content), EXCERPT),
  }));
}

/** One book and summaries of all. An address without a book redirects to the list. */
export async function loadBook({ host, signal, params: { bookId = '' } }: LoadContext) {
  const id = Number(bookId);
  if (String(id) !== bookId || !isBookId(id)) throw redirect(paths.books);
  const { books } = await host.api(calls.listBooks, {}, { signal });
  const book = books.find((candidate) => candidate.id === id);
  if (!book) throw redirect(paths.books);
  return { book, books: books.map(({ id, title, price, volumes }) => ({ id, title, price, volumes })) };
}
