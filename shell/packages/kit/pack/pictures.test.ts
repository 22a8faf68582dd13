import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BOOK_COUNT, FIRST_LESSON_ID, LESSON_COUNT } from '@isa/api-contract';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  BookCover,
  BookMockup,
  BookSpread,
  ContourArt,
  CourseArt,
  CourseHeadArt,
  FounderPortrait,
  HeroArt,
  LessonThumbnail,
  PageArt,
  PageHeadArt,
  PostArt,
  TeamPortrait,
} from '@isa/ui/art';
import { createElement } from 'react';
import { root } from '../../node/folders';
import {
  CONTOUR_PICTURES,
  PAGE_PICTURES,
  POST_PICTURES,
  TEAM_PICTURES,
  VOLUMES,
  type WidePagePicture,
} from '../../ui/src/art/pictures';

const KIB = 1024;
const folder = path.join(root, 'shell/packages/ui/pictures');

function filesIn(name: string): ReadonlyMap<string, string> {
  const files = readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((file) => file.endsWith('.svg'))
      .map((file) => [file.slice(0, -'.svg'.length), readFileSync(path.join(folder, name, file), 'utf8')]),
  );
}

const art = filesIn('art');
const cards = filesIn('cards');

/**
 * The budget of a drawing in bytes before compression, which brotli reduces to a quarter. Packs contain several
 * covers.
 */
function budgetOf(name: string): number {
  if (name === 'hero') return 40 * KIB;
  if (name.endsWith('mockup')) return 42 * KIB;
  if (['book-3', 'book-6', 'book-7'].includes(name)) return 50 * KIB;
  if (name.startsWith('inside/')) return 24 * KIB;
  return name.startsWith('book') ? 28 * KIB : 20 * KIB;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const lessonIds = numbers(LESSON_COUNT).map((number) => FIRST_LESSON_ID + number - 1);
const courses = [...art.keys()].filter((name) => name.startsWith('courses/'));
const heads: readonly WidePagePicture[] = [
  'training',
  'surveillance',
  'investigations',
  'intelligence',
  'consultancy',
  'inquiry',
];

describe('the samples of books', () => {
  it('are tagged for screen readers, name their language and have the size that pages say', () => {
    for (const volume of numbers(VOLUMES)) {
      const pdf = readFileSync(path.join(root, `shell/public/media/sample-volume-${volume}.pdf`), 'latin1');
      expect(pdf).toMatch(/^%PDF-/);
      expect(pdf).toMatch(/\/MarkInfo <<\/Type \/MarkInfo\s+\/Marked true/);
      expect(pdf).toMatch(/\/Lang \(en-GB\)/);
      expect((pdf.length / 1e6).toFixed(1)).toBe('0.1');
    }
  });
});

describe('the drawings', () => {
  it('stay within their budgets', () => {
    expect([...art].filter(([name, svg]) => svg.length > budgetOf(name)).map(([name]) => name)).toEqual([]);
  });

  it('contain neither scripts nor texts that need a font nor links to other hosts', () => {
    for (const [name, svg] of [...art, ...cards]) {
      expect([name, svg]).toEqual([
        name,
        expect.stringMatching(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/),
      ]);
      expect([name, svg]).toEqual([
        name,
        expect.not.stringMatching(
          /NaN|undefined|Infinity|<text|<script|\son\w+=|https?:\/\/(?!www\.w3\.org)/,
        ),
      ]);
    }
  });

  it('link to no file, except those of cards', () => {
    for (const [name, svg] of art)
      expect([name, svg]).toEqual([name, expect.not.stringMatching(/href="[^#]/)]);
  });

  it('differ from each other', () => {
    const drawings = [...art].filter(([name]) => name !== 'founder').map(([, svg]) => svg);
    expect(new Set(drawings).size).toBe(drawings.length);
  });

  it('never use an id twice', () => {
    for (const [name, svg] of art) {
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect([name, ids.length]).toEqual([name, new Set(ids).size]);
    }
  });

  it('exist for everything that the components show, and for nothing else', () => {
    const shown = [
      createElement(HeroArt),
      createElement(FounderPortrait),
      ...numbers(BOOK_COUNT).flatMap((bookId) => [
        createElement(BookCover, { bookId }),
        createElement(BookMockup, { bookId }),
      ]),
      ...numbers(VOLUMES).flatMap((volume) => [
        createElement(BookSpread, { volume, page: 'form' }),
        createElement(BookSpread, { volume, page: 'map' }),
      ]),
      ...numbers(LESSON_COUNT).map((number) => createElement(LessonThumbnail, { number })),
      ...courses.map((name) => createElement(CourseArt, { slug: name.replace('courses/', '') })),
      ...courses.map((name) => createElement(CourseHeadArt, { slug: name.replace('courses/', '') })),
      ...heads.map((name) => createElement(PageHeadArt, { name })),
      ...PAGE_PICTURES.map((name) => createElement(PageArt, { name })),
      ...[-3, 0, ...numbers(TEAM_PICTURES), 99].map((seed) => createElement(TeamPortrait, { seed })),
      ...[-3, 0, ...numbers(POST_PICTURES), 99].map((seed) => createElement(PostArt, { seed })),
      ...[-3, 0, ...numbers(CONTOUR_PICTURES), 99].map((seed) => createElement(ContourArt, { seed })),
    ].flatMap((picture) =>
      [...renderToStaticMarkup(picture).matchAll(/\/art\/([^")]+)\.svg/g)].map(([, name]) => name),
    );
    expect(courses).toHaveLength(6);
    expect([...new Set(shown)].sort()).toEqual([...art.keys()].sort());
  });

  it('have a social card for each book, lesson, course and picture of a post', () => {
    const needed = ['default', 'about', 'books', 'online-courses', ...courses].concat(
      numbers(BOOK_COUNT).map((id) => `book-${id}`),
      lessonIds.map((id) => `lesson-${id}`),
      numbers(POST_PICTURES).map((number) => `posts/${number}`),
    );
    expect([...cards.keys()].filter((name) => !name.startsWith('parts/')).sort()).toEqual(needed.sort());
  });
});
