import { type Book, BOOK_COUNT, CURRENCY, OLD_VOLUME_PRICE, paths, pence } from '@isa/api-contract';
import { packText, volumeTexts } from './book-texts';
import { offerLinkOf } from './offer-links';

type Draft = Pick<Book, 'title' | 'content' | 'volumes' | 'pages' | 'format' | 'contents'> & {
  readonly price: number;
  readonly oldPrice?: Book['oldPrice'];
  readonly preOrder?: boolean;
};

interface Volume {
  readonly subtitle: string;
  readonly pages: number;
  readonly contents: readonly string[];
  readonly text: string;
}

const volumes: readonly Volume[] = [
  {
    subtitle: 'Foundations: Law, Planning and the Human Factor',
    pages: 312,
    text: volumeTexts[1],
    contents: [
      'The purpose of covert observation',
      'Authority, necessity and proportionality',
      'The instruction and the feasibility study',
      'Selecting and pairing operators',
      'Reconnaissance of the ground',
      'The subject profile',
      'Briefing and communications',
      'The operation log',
      'Fatigue, stress and decision-making',
      'Forms, registers and checklists',
    ],
  },
  {
    subtitle: 'Movement: Foot and Mobile Teams',
    pages: 336,
    text: volumeTexts[2],
    contents: [
      'From static post to moving team',
      'The single operator and the pair',
      'The three-person foot team',
      'Enclosed places and public transport',
      'Composing a mobile team: five cars and a van',
      'Positions, handovers and commentary',
      'Junctions, motorways and rural roads',
      'Combining feet and wheels',
      'Losses, searches and withdrawal',
      'Forty exercises with map sheets',
    ],
  },
  {
    subtitle: 'The Fixed Eye: Observation Posts, Optics and Image',
    pages: 288,
    text: volumeTexts[3],
    contents: [
      'What an observation post is for',
      'Scoring a position',
      'Rural posts and the patience of ground',
      'Vehicles as posts',
      'Lenses, supports and exposure',
      'Low light and the limits of evidence',
      'Recording, clocks and original files',
      'Relief, routine and withdrawal',
    ],
  },
  {
    subtitle: 'The Other Side: Awareness and Counter-Surveillance',
    pages: 274,
    text: volumeTexts[4],
    contents: [
      'Why the protected need to understand surveillance',
      'Hostile reconnaissance and its traces',
      'Routes, routines and choke points',
      'Surveillance detection for close protection',
      'The residence, the office, the journey',
      'Reporting a suspicion without a scene',
      'Working beside the police',
      'Exercises for a protection team',
    ],
  },
  {
    subtitle: 'The Department: Building and Rebuilding a Unit',
    pages: 320,
    text: volumeTexts[5],
    contents: [
      'A unit in three months',
      'Recruiting for patience',
      'The training calendar',
      'Supervision and authorisation',
      'Vehicles, equipment and budgets',
      'Quality and information security management',
      'Turnover, and two weeks to rebuild',
      'Measuring what cannot be counted',
    ],
  },
];

function volumeBook(number: number, price: number, more: Pick<Draft, 'oldPrice' | 'preOrder'> = {}): Draft {
  const volume = volumeOf(number);
  return {
    title: `Covert Surveillance, Volume ${number}. ${volume.subtitle}`,
    content: volume.text,
    volumes: [number],
    pages: volume.pages,
    format: 'Paperback, 170 × 244 mm',
    contents: [...volume.contents],
    price,
    ...more,
  };
}

function pack(first: number, last: number, price: number, reason: string): Draft {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const inside = numbers.map((number) => ({ number, ...volumeOf(number) }));
  const joined = numbers.length === 2 ? `Volumes ${first} and ${last}` : `Volumes ${first} to ${last}`;
  return {
    title: `Covert Surveillance, ${joined}: the pack`,
    content: packText(reason, inside),
    volumes: numbers,
    pages: inside.reduce((total, { pages }) => total + pages, 0),
    format: `${numbers.length} paperbacks, 170 × 244 mm, sent together`,
    contents: inside.map(({ number, subtitle }) => `Volume ${number}. ${subtitle}`),
    price,
  };
}

function volumeOf(number: number): Volume {
  const volume = volumes[number - 1];
  if (!volume) throw new RangeError(`There is no volume ${number}.`);
  return volume;
}

const drafts: readonly Draft[] = [
  volumeBook(1, 3474, { oldPrice: OLD_VOLUME_PRICE }),
  volumeBook(2, 3474, { oldPrice: OLD_VOLUME_PRICE }),
  pack(
    1,
    2,
    6500,
    'The two volumes that any new operator needs first: how an operation is thought out, and how each team moves.',
  ),
  volumeBook(3, 3200),
  volumeBook(4, 3100),
  pack(
    3,
    4,
    6000,
    'Both ends of the same line of sight: the fixed post that watches, and the person who must notice being seen.',
  ),
  pack(
    1,
    4,
    12000,
    'The whole manual as published so far, for a training room, a new unit, or one determined and patient reader.',
  ),
  volumeBook(5, 3100, { preOrder: true }),
];

/** The eight books in the order of their ids (specification §3: a book's position is its id minus 1). */
export const books: readonly Book[] = drafts.map(
  ({ price, oldPrice = null, preOrder = false, ...draft }, index) => {
    const id = index + 1;
    const link = paths.book(id);
    return {
      ...draft,
      id,
      imgSrc: `/art/book-${id}.svg`,
      link,
      offerLink: offerLinkOf(id),
      price: pence(price),
      oldPrice,
      currency: CURRENCY,
      preOrder,
    };
  },
);

if (books.length !== BOOK_COUNT) throw new Error(`The catalogue has ${books.length} books.`);
