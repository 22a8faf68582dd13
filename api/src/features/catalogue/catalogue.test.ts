import { pdfLines } from '../../../testing/pdf-lines';
import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import {
  academy,
  books,
  catalogue,
  courses,
  legalPages as legalPagesOf,
  lessons,
  posts,
  team,
} from '../../../content';
import { otherContact, otherContactSettings } from '../../../testing/contact';
import { startApi, type TestApi } from '../../../testing/api';
import { changeContent } from '../../../testing/content';
import { countStatements } from '../../../testing/statements';
import { readContent, seed } from '../../database/content';
import { CatalogueRevisions, ContentVersions } from '../../database/entities';
import { FRESH_MS } from '../../http/response-cache';

let api: TestApi;
const legalPages = legalPagesOf(otherContact);
const statementsDuring = (work: () => Promise<unknown>) => countStatements(api.deps.pools, work);
/** Makes all cached responses stale. */
const wait = () => api.advance(FRESH_MS);

beforeAll(async () => {
  api = await startApi({ seeded: true, env: { VAT_NUMBER: 'GB 123 4567 89', ...otherContactSettings } });
});

const pathsOfAll = [
  '/api/books',
  '/api/books/3',
  '/api/lessons',
  '/api/lessons/1007',
  '/api/courses',
  '/api/courses/isa-surveillance-course-6',
  '/api/posts',
  '/api/legal/privacy-policy',
  '/api/site-links',
  '/api/contact-details',
  '/api/academy',
];

/** A conditional request as of a browser's cache; Node's `fetch` would add "no-cache", which forbids 304. */
function revalidate(path: string, etags: string): Promise<Response> {
  return api.fetch(path, { headers: { 'If-None-Match': etags, 'Cache-Control': 'max-age=0' } });
}

/** A raw request; `fetch` would change Accept-Encoding. */
function rawGet(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    get(`${api.url}${path}`, { headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const coding = bytes.length > 0 ? incoming.headers['content-encoding'] : undefined;
        const plain = coding === 'br' ? brotliDecompressSync(bytes) : coding ? gunzipSync(bytes) : bytes;
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: plain.toString() });
      });
    }).on('error', reject);
  });
}

describe('unknown content', () => {
  it.each(['/api/books/0', '/api/books/9', '/api/books/-1', '/api/lessons/1000', '/api/lessons/1034'])(
    'responds 404 at %s',
    async (path) => {
      const response = await api.fetch(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ id: 'not-found' });
    },
  );

  it.each(['/api/courses/isa-surveillance-course-7', `/api/courses/${'x'.repeat(80)}`])(
    'responds 404 at %s',
    async (path) => expect((await api.fetch(path)).status).toBe(404),
  );

  it.each([
    '/api/books/one',
    '/api/books/1.5',
    '/api/books/99999999999999999999',
    '/api/legal/imprint',
    `/api/courses/${'x'.repeat(81)}`,
    '/api/books/%00',
  ])('refuses %s as no valid address', async (path) => {
    const response = await api.fetch(path);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: 'invalid-request' });
  });

  it('rejects other methods than GET and HEAD', async () => {
    expect((await api.fetch('/api/books', { method: 'POST' })).status).toBe(405);
  });
});

describe('public content', () => {
  it('lists books and lessons from the database, ordered by id', async () => {
    expect((await api.call(calls.listBooks, {})).body.books).toEqual(books);
    const { body } = await api.call(calls.listLessons, {});
    expect(body.lessons).toEqual(lessons);
    expect(body.premium).toMatchObject({ id: 1999, price: 7700, link: '/isa-online-courses' });
  });

  it('reads one book and one lesson', async () => {
    const book = await api.call(calls.readBook, { params: { bookId: 8 } });
    expect(book.body.book).toEqual(books[7]);
    const lesson = await api.call(calls.readLesson, { params: { lessonId: 1021 } });
    expect(lesson.body.lesson.link).toBe('/isa-online-courses/1021');
    for (const course of courses) {
      const { body } = await api.call(calls.readCourse, { params: { slug: course.slug } });
      expect(body.course).toEqual(course);
    }
    for (const page of legalPages) {
      const { body } = await api.call(calls.readLegalPage, { params: { slug: page.slug } });
      expect(body.page).toEqual(page);
    }
  });

  it('lists courses as cards without their page content', async () => {
    const { body } = await api.call(calls.listCourses, {});
    expect(body.courses.map(({ slug }) => slug)).toEqual(courses.map(({ slug }) => slug));
    expect(body.courses[0]).not.toHaveProperty('content');
    expect(body.courses[0]?.facts.duration).toBe('Four weeks');
  });

  it('gives each course a printable syllabus, even when its text has unusual letters', async () => {
    await changeContent(api.deps.db, 'course', { summary: 'Łódź → Ω 東' }, { itemIds: [2] });
    for (const { slug } of courses) {
      const response = await api.fetch(paths.syllabus(slug));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
    const linesOf = async (slug = '') =>
      pdfLines(Buffer.from(await (await api.fetch(paths.syllabus(slug))).arrayBuffer()));
    const [first, second] = courses;
    expect(await linesOf(first?.slug)).toEqual(
      expect.arrayContaining((first?.modules ?? []).map(({ title }) => title)),
    );
    expect(await linesOf(second?.slug)).toContain('Łódź → Ω ?');
    await changeContent(api.deps.db, 'course', { summary: 'Changed' }, { itemIds: [2] });
    expect(await linesOf(second?.slug)).toContain('Changed');
    expect((await api.fetch(paths.syllabus('isa-surveillance-course-7'))).status).toBe(404);
  });

  it('names the contact details of the settings in its call, the legal pages, the search and each syllabus', async () => {
    const { legalName, email, phone, address, hours } = otherContact;
    expect((await api.call(calls.readContactDetails, {})).body).toEqual(otherContact);

    const found = (await api.call(calls.readSearchable, {})).body;
    const text = found.legalPages.flatMap(({ sections }) => sections.map(({ html }) => html)).join('');
    const shown = [legalName.replace('&', '&#38;'), address.replace('<', '&#60;').replace('>', '&#62;')];
    const links = [`<a href="mailto:${email}">${email}</a>`, `<a href="tel:+441414960123">${phone}</a>`];
    for (const value of [...shown, ...links, hours]) expect(text).toContain(value);
    expect(text).not.toContain('<High>');

    const syllabus = await api.fetch(paths.syllabus(courses[0]?.slug ?? ''));
    const lines = pdfLines(Buffer.from(await syllabus.arrayBuffer()));
    expect(lines).toEqual(expect.arrayContaining([`${legalName}, ${address}`, `${email}, ${phone}`]));
  });

  it('names the addresses of other sites', async () => {
    expect((await api.call(calls.readSiteLinks, {})).body).toEqual({
      founderProfile: academy.founderProfile,
      companyContact: null,
    });
  });

  it('names the team, and what staff have entered for buyers to check', async () => {
    await changeContent(api.deps.db, 'academy', { companyNumber: '01234567' });
    wait();
    const { team: shown, proof } = (await api.call(calls.readAcademy, {})).body;
    expect(shown).toEqual(team);
    expect(proof).toMatchObject({
      companyNumber: '01234567',
      vatNumber: 'GB 123 4567 89',
      insurance: null,
    });
    expect(proof).not.toHaveProperty('founderProfile');
  });

  it('lists posts newest first', async () => {
    const dates = (await api.call(calls.listPosts, {})).body.posts.map(({ publishedAt }) => publishedAt);
    expect(dates).toHaveLength(posts.length);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it('reads a post with the posts before and after it', async () => {
    const [newest, second, third] = posts;
    const read = async (postId: number) => (await api.call(calls.readPost, { params: { postId } })).body;
    const name = (post = newest) => ({ id: post?.id, title: post?.title, image: post?.image });
    const neighbours = { older: name(third), newer: name(newest) };
    expect(await read(second?.id ?? 0)).toEqual({ post: { ...second, published: undefined }, ...neighbours });
    expect((await read(newest?.id ?? 0)).newer).toBeNull();
    expect((await read(posts.at(-1)?.id ?? 0)).older).toBeNull();
  });

  it('has no post of an unknown id', async () => {
    expect((await api.fetch(`/api/posts/${posts.length + 1}`)).status).toBe(404);
    expect((await api.fetch('/api/posts/0')).status).toBe(404);
  });
});

describe('caching', () => {
  it.each(pathsOfAll)('%s is publicly cacheable and responds 304 to its ETag', async (path) => {
    const first = await api.fetch(path);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    expect(first.headers.get('set-cookie')).toBeNull();
    expect(etag).toMatch(/^"[\w-]+"$/);

    const again = await revalidate(path, `"other", ${etag}`);
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(await again.text()).toBe('');

    const head = await api.fetch(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  });

  it('one request gives the entity tags of all other public addresses', async () => {
    const { tags } = (await api.call(calls.readEntityTags, {})).body;
    for (const [path, tag] of Object.entries(tags)) {
      const { status, headers } = await rawGet(path, { 'Accept-Encoding': '' });
      expect([path, status, headers.etag]).toEqual([path, 200, `"${tag}"`]);
    }
    const counts = [books, lessons, courses, posts, legalPages].map(({ length }) => length);
    // The legal pages have no list; the search, the links, the contact details and the academy have an address each.
    const lists = 8;
    expect(Object.keys(tags)).toHaveLength(counts.reduce((sum, count) => sum + count, lists));
    expect(Object.keys(tags)).toEqual(expect.arrayContaining(pathsOfAll));
  });

  it('each content coding has its own strong ETag', async () => {
    const responses = await Promise.all(
      ['br', 'gzip', 'identity', 'br;q=0, gzip', 'gzip, deflate, br, zstd', ''].map(async (coding) => {
        const response = await rawGet('/api/lessons', { 'Accept-Encoding': coding });
        expect(response.headers['vary']).toBe('Accept-Encoding');
        expect(JSON.parse(response.text)).toHaveProperty('lessons');
        return [response.headers['content-encoding'], response.headers['etag']];
      }),
    );

    expect(responses.map(([coding]) => coding)).toEqual(['br', 'gzip', undefined, 'gzip', 'br', undefined]);
    expect(new Set(responses.map(([, etag]) => etag)).size).toBe(3);
    for (const [coding = 'identity', etag = ''] of responses) {
      const again = await rawGet('/api/lessons', { 'Accept-Encoding': coding, 'If-None-Match': etag });
      expect([again.status, again.headers['etag'], again.text]).toEqual([304, etag, '']);
      const other = coding === 'br' ? 'gzip' : 'br';
      expect((await rawGet('/api/lessons', { 'Accept-Encoding': other, 'If-None-Match': etag })).status).toBe(
        200,
      );
    }
  });

  it('does not compress responses below the size of a packet', async () => {
    const { headers } = await rawGet('/api/lessons/1007', { 'Accept-Encoding': 'br' });
    expect(Number(headers['content-length'])).toBeLessThan(1_024);
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('cached and uncached responses have the same headers', async () => {
    wait();
    const [uncached, cached] = [await api.fetch('/api/books'), await api.fetch('/api/books')];
    const names = (response: Response) => [...response.headers.keys()].sort();

    expect(names(cached)).toEqual(names(uncached));
    expect(cached.headers.get('x-request-id')).not.toBe(uncached.headers.get('x-request-id'));
  });

  // A lesson comes with the price of premium access, which is content of its own.
  it.each([
    ['/api/books', 1],
    ['/api/books/7', 1],
    ['/api/lessons', 2],
    ['/api/lessons/1033', 2],
  ])('asks the database once for all who want %s, and again when that is old', async (path, statements) => {
    const everybody = () => Promise.all(Array.from({ length: 20 }, () => api.fetch(path)));
    wait();
    expect(await statementsDuring(everybody)).toBe(statements);
    const etag = (await api.fetch(path)).headers.get('etag') ?? '';
    expect(await statementsDuring(() => revalidate(path, etag))).toBe(0);
    wait();
    expect(await statementsDuring(everybody)).toBe(statements);
    expect((await api.fetch(path)).headers.get('etag')).toBe(etag);
  });

  it('serves a changed price within two seconds', async () => {
    const etag = (await api.fetch('/api/books/2')).headers.get('etag') ?? '';
    await changeContent(api.deps.db, 'book', { title: 'A new title' }, { itemIds: [2], source: 'release' });
    wait();

    const again = await revalidate('/api/books/2', etag);

    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ book: { title: 'A new title' } });
    await seed(api.deps.db, catalogue);
    wait();
    expect((await api.fetch('/api/books/2')).headers.get('etag')).toBe(etag);
  });

  it('serves no response longer when the clock is set back', async () => {
    await api.fetch('/api/books/2');
    api.advance(-60 * 60_000);

    expect(await statementsDuring(() => api.fetch('/api/books/2'))).toBe(1);
  });

  it('caches neither 404 nor failed responses', async () => {
    wait();
    const failing = jest.spyOn(api.deps.pools.public, 'getRepository').mockImplementation(() => {
      throw new Error('A fault of the API.');
    });
    const statuses = await Promise.all(['/api/books', '/api/books'].map((path) => api.fetch(path)));
    expect(statuses.map(({ status }) => status)).toEqual([500, 500]);
    failing.mockRestore();

    expect((await api.fetch('/api/books')).status).toBe(200);
    expect(await statementsDuring(() => api.fetch('/api/books/9'))).toBe(1);
    expect(await statementsDuring(() => api.fetch('/api/books/9'))).toBe(1);
  });
});

describe('seeding', () => {
  const versions = () => api.deps.db.getRepository(ContentVersions).find({ order: { id: 'ASC' } });
  const firstTitle = async () => (await readContent(api.deps.db, 'book', [1]))[0]?.title;

  it('adds versions only of items that differ', async () => {
    const before = await versions();
    const reading = await statementsDuring(() => seed(api.deps.db, catalogue));
    expect(await versions()).toEqual(before);

    await changeContent(
      api.deps.db,
      'lesson',
      { title: 'Old title' },
      { itemIds: [1005], source: 'release' },
    );
    const repairing = await statementsDuring(() => seed(api.deps.db, catalogue));

    expect(repairing).toBe(reading + 1);
    expect((await api.call(calls.readLesson, { params: { lessonId: 1005 } })).body.lesson.title).toBe(
      lessons[4]?.title,
    );
  });

  it('does not replace the catalogue of a newer release', async () => {
    const { revision } = catalogue;
    const renamed = books.map((book) => ({ ...book, title: 'New' }));
    await seed(api.deps.db, { ...catalogue, revision: revision + 1, books: renamed });

    await seed(api.deps.db, catalogue);

    expect(await firstTitle()).toBe('New');
    await api.deps.db.getRepository(CatalogueRevisions).update({ id: 1 }, { revision });
    await seed(api.deps.db, catalogue);
    expect(await firstTitle()).toBe(books[0]?.title);
  });

  it('keeps what the office has changed', async () => {
    await changeContent(api.deps.db, 'book', { title: 'Of the office' }, { itemIds: [1] });

    await seed(api.deps.db, { ...catalogue, revision: catalogue.revision + 1 });

    expect(await firstTitle()).toBe('Of the office');
  });
});
