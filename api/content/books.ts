import { type Book, BOOK_COUNT, CURRENCY, OLD_VOLUME_PRICE, pence } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { z } from 'zod';
import volumesFile from './volumes.json';

/** Raise it with each change of the books, and never lower it. */
export const BOOKS_REVISION = 5;

/** The printed volumes in their order; the text is HTML, a line for each element. */
const volumes = z
  .array(
    z.object({
      subtitle: z.string(),
      pages: z.number().int(),
      contents: z.array(z.string()),
      text: z.array(z.string()),
    }),
  )
  .parse(volumesFile);

/** The volumes in each of the eight books, with the price in pence (specification §3). */
const OFFERS: readonly (Pick<Book, 'volumes'> & {
  readonly price: number;
  readonly oldPrice?: Book['oldPrice'];
  readonly preOrder?: boolean;
  /** Why a customer buys the pack. */
  readonly reason?: string;
})[] = [
  { volumes: [1], price: 3474, oldPrice: OLD_VOLUME_PRICE },
  { volumes: [2], price: 3474, oldPrice: OLD_VOLUME_PRICE },
  {
    volumes: [1, 2],
    price: 6500,
    reason:
      'The two volumes that any new operator needs first: how an operation is thought out, and how each team moves. Plan the day with the first, then take the second out to the street and walk every exercise.',
  },
  { volumes: [3], price: 3200 },
  { volumes: [4], price: 3100 },
  {
    volumes: [3, 4],
    price: 6000,
    reason:
      'Both ends of the same line of sight: the fixed post that watches, and the person who must notice being seen. Taken together they show what each side overlooks when the hours at the window run too long.',
  },
  {
    volumes: [1, 2, 3, 4],
    price: 12000,
    reason:
      'The whole manual as published so far, for a training room, a new unit, or one determined and patient reader. A single case study leads through all four, from the first phone call to the finished pages.',
  },
  { volumes: [5], price: 3100, preOrder: true },
];

if (OFFERS.length !== BOOK_COUNT) throw new Error(`The catalogue has ${OFFERS.length} books.`);

/** The eight books in the order of their ids (specification §3: a book's position is its id minus 1). */
export const books: readonly Book[] = OFFERS.map(
  ({ volumes: numbers, price, oldPrice = null, preOrder = false, reason }, index) => {
    const id = index + 1;
    return {
      ...(reason === undefined ? volumeBook(numbers[0] ?? 0) : packBook(numbers, reason)),
      id,
      imgSrc: `/art/book-${id}.svg`,
      link: paths.book(id),
      offerLink: paths.book(id),
      price: pence(price),
      oldPrice,
      currency: CURRENCY,
      preOrder,
      expectedMonth: null,
      soldOut: false,
    };
  },
);

type Description = Pick<Book, 'title' | 'content' | 'volumes' | 'pages' | 'format' | 'contents'>;

function volumeBook(number: number): Description {
  const { subtitle, text, pages, contents } = volumeOf(number);
  return {
    title: `Covert Surveillance, Volume ${number}. ${subtitle}`,
    content: `\n${text.join('\n')}`,
    volumes: [number],
    pages,
    format: 'Paperback, 170 × 244 mm',
    contents,
  };
}

function packBook(numbers: Book['volumes'], reason: string): Description {
  const inside = numbers.map((number) => ({ number, ...volumeOf(number) }));
  const joined = `${numbers[0]} ${numbers.length === 2 ? 'and' : 'to'} ${numbers.at(-1)}`;
  return {
    title: `Covert Surveillance, Volumes ${joined}: the pack`,
    content: `
<p>${reason} The volumes are the same printed books that are sold singly, wrapped and sent in one parcel. Together they cost less.</p>
<h2>How the volumes belong together</h2>
<p>Each can be read by itself. They share one vocabulary, one set of forms and one continuing case study, so that a checklist met in an early chapter is the checklist used in a later one. Cross-references give volume and page; the index of the last volume in each pack covers every volume before it.</p>
<h2>For training rooms</h2>
<p>The blank forms and exercise sheets are laid out for use in class. Organisations that want several packs are welcome to write to the sales department through the contact page.</p>`,
    volumes: numbers,
    pages: inside.reduce((total, { pages }) => total + pages, 0),
    format: `${numbers.length} paperbacks, 170 × 244 mm, sent together`,
    contents: inside.map(({ number, subtitle }) => `Volume ${number}. ${subtitle}`),
  };
}

function volumeOf(number: number) {
  const volume = volumes[number - 1];
  if (!volume) throw new RangeError(`There is no volume ${number}.`);
  return volume;
}
