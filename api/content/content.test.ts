import { createHash } from 'node:crypto';
import { contentSchemas } from '../src/database/content';
import { academy, books, catalogue, lessons, team } from './index';

describe('books', () => {
  it('are the eight specified ones at their prices', () => {
    expect(books.map(({ id, price }) => [id, price])).toEqual([
      [1, 3474],
      [2, 3474],
      [3, 6500],
      [4, 3200],
      [5, 3100],
      [6, 6000],
      [7, 12000],
      [8, 3100],
    ]);
    expect(books.map(({ volumes }) => volumes.join('+'))).toEqual([
      '1',
      '2',
      '1+2',
      '3',
      '4',
      '3+4',
      '1+2+3+4',
      '5',
    ]);
  });

  it('have an old price for volumes 1 and 2 only, and a pre-order for volume 5 only', () => {
    expect(
      books.filter(({ oldPrice }) => oldPrice !== null).map(({ id, oldPrice }) => [id, oldPrice]),
    ).toEqual([
      [1, 3860],
      [2, 3860],
    ]);
    expect(books.filter(({ preOrder }) => preOrder).map(({ id }) => id)).toEqual([8]);
  });

  it('match the stored schema and link to existing books only', () => {
    for (const book of books) {
      expect(contentSchemas.book.parse(book)).toEqual(book);
      expect(book.link).toBe(`/isa-books/${book.id}`);
      for (const [, id] of book.content.matchAll(/href="\/isa-books\/(\d+)"/g)) {
        expect(books[Number(id) - 1]?.volumes).toHaveLength(1);
      }
    }
  });

  it('end a sentence after the 200 characters that a card shows', () => {
    const text = (content: string) =>
      content
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
    expect(books.map(({ content }) => text(content).charAt(200))).toEqual(books.map(() => '.'));
  });

  it('contain the facts of the specification in their texts', () => {
    expect(books[1]?.content).toContain('a minimum of five cars and one van');
    expect(books[7]?.content).toContain('to be published');
  });
});

describe('offers on the home page', () => {
  it.each([
    'http://www.amazon.co.uk/dp/1',
    'https://me@www.amazon.co.uk/',
    'javascript:alert(1)',
    '//www.amazon.co.uk/',
    '',
  ])('never link to %p', (link) => {
    expect(contentSchemas.book.safeParse({ ...books[0], offerLink: link }).success).toBe(false);
  });

  it('link to the book’s own page or to any https address', () => {
    for (const offerLink of ['/isa-books/1', 'https://bookshop.example/book/1?from=isa']) {
      expect(contentSchemas.book.parse({ ...books[0], offerLink })).toMatchObject({ offerLink });
    }
  });
});

describe('lessons', () => {
  it('are 33 in six topics, ids in order, links built from the id', () => {
    expect(lessons.map(({ id }) => id)).toEqual(Array.from({ length: 33 }, (_, index) => 1001 + index));
    expect([...new Set(lessons.map(({ topic }) => topic))]).toHaveLength(6);
    for (const lesson of lessons) {
      expect(contentSchemas.lesson.parse(lesson)).toEqual(lesson);
      expect(lesson).toMatchObject({
        price: 2499,
        link: `/isa-online-courses/${lesson.id}`,
        courseVideoSrc: '',
        content: '',
      });
    }
  });

  it('have unique titles and unique first 100 characters of their summaries', () => {
    expect(lessons.filter(({ summary }) => summary.length < 100)).toEqual([]);
    expect(new Set(lessons.map(({ summary }) => summary.slice(0, 100))).size).toBe(33);
    expect(new Set(lessons.map(({ title }) => title)).size).toBe(33);
  });
});

test('a changed catalogue has a new revision', () => {
  const hash = createHash('sha256')
    .update(JSON.stringify([books, lessons, team, academy]))
    .digest('hex')
    .slice(0, 16);
  // After a change raise the revision of the file, and write the new hash alongside it.
  expect({ revision: catalogue.revision, hash }).toEqual({ revision: 6, hash: 'a52101c318e3153a' });
});
