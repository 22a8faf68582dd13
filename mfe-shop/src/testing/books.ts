import { type Book, CURRENCY, pence, type Pence } from '@isa/api-contract';

interface Draft {
  readonly title: string;
  readonly volumes: readonly number[];
  readonly price: number;
  readonly oldPrice?: Pence;
  readonly preOrder?: boolean;
}

const content =
  '<p>Most surveillance operations that fail do so before anyone has left the building. The instruction was vague, the ground unknown, the team put together from whoever was free.</p>' +
  '<h2>Begin with the right to look</h2><p>Authority, necessity and proportionality are treated as working tools, each with a worked request and a form on which the answer fits one page.</p>' +
  '<h2>Then the people</h2><p>Nine tenths of a result is preparation of the human factor: how operators are chosen, paired and rested, and how a briefing is built so that the last person in the room can repeat it back.</p>';

const drafts: readonly Draft[] = [
  { title: 'Covert Surveillance, Volume 1. Foundations', volumes: [1], price: 3474, oldPrice: pence(3860) },
  { title: 'Covert Surveillance, Volume 2. Movement', volumes: [2], price: 3474, oldPrice: pence(3860) },
  { title: 'Covert Surveillance, Volumes 1 and 2: the pack', volumes: [1, 2], price: 6500 },
  { title: 'Covert Surveillance, Volume 3. The Fixed Eye', volumes: [3], price: 3200 },
  { title: 'Covert Surveillance, Volume 4. The Other Side', volumes: [4], price: 3100 },
  { title: 'Covert Surveillance, Volumes 3 and 4: the pack', volumes: [3, 4], price: 6000 },
  { title: 'Covert Surveillance, Volumes 1 to 4: the pack', volumes: [1, 2, 3, 4], price: 12000 },
  { title: 'Covert Surveillance, Volume 5. The Department', volumes: [5], price: 3100, preOrder: true },
];

/** The catalogue for tests and the standalone shop: the real prices, shorter texts. */
export const books: readonly Book[] = drafts.map((draft, index) => {
  const id = index + 1;
  const link = `/isa-books/${id}`;
  return {
    id,
    title: draft.title,
    imgSrc: `/art/book-${id}.svg`,
    content,
    link,
    offerLink: link,
    price: pence(draft.price),
    oldPrice: draft.oldPrice ?? null,
    currency: CURRENCY,
    volumes: [...draft.volumes],
    preOrder: draft.preOrder ?? false,
    expectedMonth: null,
    soldOut: false,
    pages: 300 * draft.volumes.length,
    format: 'Paperback, 170 × 244 mm',
    contents: ['The purpose of covert observation', 'Reconnaissance of the ground', 'Briefing'],
  };
});

/** @throws RangeError for an unknown id. */
export function bookOf(id: number): Book {
  const book = books[id - 1];
  if (!book) throw new RangeError(`There is no book ${id}.`);
  return book;
}
