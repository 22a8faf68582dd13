import {
  type CallOutput,
  excerpt,
  foldForSearch,
  legalPages as linkedLegalPages,
  lessonNumber,
} from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import type { MenuEntry } from '@isa/contract';
import { decodeEntities } from '@isa/ui';
import MiniSearch from 'minisearch';

/** Pages without an entry in the main menu. */
const otherPages = [
  { label: 'Services: Investigations', path: paths.investigations },
  { label: 'Services: Consultancy', path: paths.consultancy },
  { label: 'Contact Us', path: paths.contact },
  { label: 'Cart', path: paths.basket },
  { label: 'Orders', path: paths.myOrders },
  { label: 'Login', path: paths.login() },
  { label: 'Register', path: paths.register() },
  { label: 'Forgotten password', path: paths.forgotPassword },
] as const;

export function sitePages(menu: readonly MenuEntry[]): readonly Entry[] {
  const links: readonly { readonly label: string; readonly path: string }[] = [
    ...menu
      .filter((entry) => entry.menu === 'main')
      .flatMap(({ label, path, children }) =>
        children
          ? children.map((child) => ({ label: `${label}: ${child.label}`, path: child.path }))
          : [{ label, path }],
      ),
    ...otherPages,
    ...linkedLegalPages.map(({ slug, label }) => ({ label, path: paths.legal(slug) })),
  ];
  return links.map(({ label, path }) => ({
    id: path,
    kind: 'Page',
    title: label,
    summary: '',
    path,
    text: words[path] ?? '',
  }));
}

/** What visitors look for most, shown until they type. */
export const suggestions: readonly Pick<Entry, 'path' | 'title' | 'summary'>[] = [
  {
    path: paths.allTrainingCourses,
    title: 'Training courses',
    summary: 'Courses in person, with length, place and group.',
  },
  {
    path: paths.onlineCourses,
    title: 'The online course',
    summary: 'Lessons in covert surveillance, one price for all.',
  },
  { path: paths.books, title: 'Books and packs', summary: 'The handbook in volumes, with prices.' },
  {
    path: paths.contactForm,
    title: 'Dates, places and quotes',
    summary: 'Ask us; we answer within two working days.',
  },
  {
    path: `${paths.legal('terms-and-conditions')}#books`,
    title: 'Shipping and delivery',
    summary: 'What it costs and how long it takes.',
  },
];

/** Words by which visitors look for a page or a section besides its text. */
const words: Readonly<Record<string, string>> = {
  [paths.home]: 'academy team next run film',
  [paths.about]: 'founder colonel career history detective who iso accreditation',
  [paths.allTrainingCourses]: 'training dates price cost much fee duration place group',
  [paths.services]: 'detective inquiry advice',
  [paths.investigations]:
    'private detective fraud due diligence insurance tracing counter-surveillance litigation',
  [paths.consultancy]: 'advice consultant train the trainer promotion department procedure audit',
  [paths.blog]: 'posts news articles',
  [paths.onlineCourses]: 'video lessons premium unlock e-learning price cost much',
  [paths.books]: 'volumes handbook manual pack shipping price cost much',
  [paths.contact]: 'phone telephone email address office hours headquarters support help apply dates',
  [paths.basket]: 'basket checkout shipping payment',
  [paths.myOrders]: 'order receipt invoice delivery returns refund cancel',
  [paths.login()]: 'log in sign in account password passkey',
  [paths.register()]: 'sign up create account',
  [paths.forgotPassword]: 'reset password',
  [paths.legal('privacy-policy')]: 'unsubscribe newsletter data deletion',
  [`${paths.legal('terms-and-conditions')}#books`]: 'shipping postage delivery dispatch tracking',
  [`${paths.legal('terms-and-conditions')}#returns`]: 'refund return money back cancellation',
};

export interface Entry {
  readonly id: string;
  readonly kind: 'Page' | 'Training course' | 'Online lesson' | 'Book' | 'Article' | 'Terms and policies';
  readonly title: string;
  readonly summary: string;
  readonly path: string;
  /** Text that is searched, but not shown. */
  readonly text: string;
}

const MAX_RESULTS = 12;
/** How many characters of a long text are shown: two lines. */
const SUMMARY_LENGTH = 120;

/** Indexes the public catalogue together with the site's own pages. */
export function buildSearchIndex(
  pages: readonly Entry[],
  { courses, lessons, books, posts, legalPages }: CallOutput<'readSearchable'>,
) {
  const found: readonly Entry[] = [
    ...courses.map(({ slug, name, summary, category, link }): Entry => ({
      id: slug,
      kind: 'Training course',
      title: name,
      summary,
      path: link,
      text: category,
    })),
    ...lessons.map(({ id, title, summary, topic, content }): Entry => ({
      id: `lesson-${id}`,
      kind: 'Online lesson',
      title,
      summary,
      path: paths.lesson(id),
      text: `lesson ${lessonNumber(id)} ${topic} ${textOf(content)}`,
    })),
    ...books.map(({ id, title, content, contents }): Entry => ({
      id: `book-${id}`,
      kind: 'Book',
      title,
      summary: excerpt(textOf(content), SUMMARY_LENGTH),
      path: paths.book(id),
      text: `${contents.join(' ')} ${textOf(content)}`,
    })),
    ...posts.map(({ id, title, content }): Entry => ({
      id: `post-${id}`,
      kind: 'Article',
      title,
      summary: excerpt(content, SUMMARY_LENGTH),
      path: paths.post(id),
      text: content,
    })),
    ...legalPages.flatMap(({ slug, title, sections }) =>
      sections.map(({ id, heading, html }): Entry => {
        const path = `${paths.legal(slug)}#${id}`;
        const text = textOf(html);
        return {
          id: path,
          kind: 'Terms and policies',
          title: heading,
          summary: excerpt(text, SUMMARY_LENGTH),
          path,
          text: `${title} ${words[path] ?? ''} ${text}`,
        };
      }),
    ),
  ];

  const index = new MiniSearch<Entry>({
    fields: ['title', 'summary', 'text', 'kind'],
    storeFields: ['title', 'kind'],
    tokenize: wordsOf,
    processTerm: (term) => (questionWords.has(term) ? null : singular(term)),
    searchOptions: {
      boost: { title: 4, text: 1.5, kind: 0.5 },
      boostDocument: (_id, term, stored) => rankOf(stored, term),
      weights: { prefix: 0.6, fuzzy: 0.2 },
      combineWith: 'AND',
      prefix: true,
    },
  });
  // Two wrong or swapped letters in a long word, one in a shorter word; a short word would become another word.
  const fuzzy = (term: string) => (term.length > 6 ? 2 : term.length > 4 ? 1 : false);
  /** A word that is on the site is not taken for a misspelt one: "police" is not "policy". */
  const search = (query: string) => {
    const exact = index.search(query);
    return exact.length > 0 ? exact : index.search(query, { fuzzy });
  };
  const entries = new Map([...pages, ...found].map((entry) => [entry.id, entry]));
  index.addAll([...entries.values()]);

  return {
    /** Finds the best matches, best first. Prefixes match, and words with a typing error. */
    find: (query: string): readonly Entry[] =>
      search(query)
        .slice(0, MAX_RESULTS)
        .flatMap(({ id }) => entries.get(String(id)) ?? []),
  };
}

/** Words of a question that say nothing about its answer. */
const questionWords = new Set(
  'a an and are can do does for have how i in is it my of the to what when where'.split(' '),
);

/** Apostrophes are removed before a text is split, so that both spellings of O’Hara are one word. */
const wordsOf = (text: string) => foldForSearch(text).split(/[\s\p{P}]+/u);

/** A plural without its s, so that "prices" also finds "price". */
const singular = (term: string) => (term.length > 3 ? term.replace(/(?<![isu])s$/, '') : term);

const LETTERS = '[\\p{L}\\p{N}]';

/** A text split at the words that begin like one of the query's: those are every second part. */
export function markedParts(text: string, query: string): readonly string[] {
  const terms = wordsOf(query)
    .filter((term) => term !== '' && !questionWords.has(term))
    .map(singular);
  const words = text.match(new RegExp(`${LETTERS}+`, 'gu')) ?? [];
  const found = words.filter((word) => terms.some((term) => foldForSearch(word).startsWith(term)));
  if (found.length === 0) return [text];
  return text.split(new RegExp(`(?<!${LETTERS})(${found.join('|')})(?!${LETTERS})`, 'u'));
}

/** A page named like the query is what the visitor means, and then a course. The terms mention everything. */
function rankOf({ title, kind }: Record<string, unknown> = {}, term: string): number {
  if (kind === 'Terms and policies') return 0.1;
  const isNamed = typeof title === 'string' && wordsOf(title).some((word) => singular(word) === term);
  if (!isNamed) return 1;
  return kind === 'Page' ? 8 : kind === 'Training course' ? 4 : 1;
}

function textOf(html: string): string {
  return decodeEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}
