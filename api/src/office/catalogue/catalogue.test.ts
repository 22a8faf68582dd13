import { calls, londonDay, longDate } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { changeContent } from '../../../testing/content';
import { signIn } from '../../../testing/factories';
import { type OfficeBrowser, startOffice, type TestOffice } from '../../../testing/office';
import { currentVersions } from '../../database/content';
import { type ContentKind, ContentVersions, LessonProgresses } from '../../database/entities';
import { FRESH_MS } from '../../http/response-cache';

let api: TestApi;
let office: TestOffice;
let browser: OfficeBrowser;
beforeEach(async () => {
  api = await startApi({ seeded: true });
  office = await startOffice(api);
  browser = await office.logIn();
});
afterEach(() => api.close());

const bookFields = {
  base: '1',
  price: '34.74',
  oldPrice: '38.60',
  stock: 'in-stock',
  expectedMonth: '',
  offerLink: '/isa-books/1',
};
const postFields = {
  title: 'What the night teaches',
  day: '2026-11-20',
  content: 'First.\r\n\r\nSecond.',
  link: '',
  image: '/art/posts/2.svg',
  state: 'published',
};

async function bookOne() {
  api.advance(FRESH_MS);
  return (await api.call(calls.readBook, { params: { bookId: 1 } })).body.book;
}
const academyFields = {
  base: '1',
  founderProfile: 'https://profiles.example/the-colonel',
  companyContact: '',
  qualityNumber: ' QM 1234 ',
  insurance: '',
};
const versionsOf = (kind: ContentKind, itemId: number) =>
  api.deps.db.getRepository(ContentVersions).find({ where: { kind, itemId }, order: { version: 'ASC' } });

/** The fields of the form of a book, without its texts. */
const fieldsIn = (text: string) => ({
  ...bookFields,
  ...Object.fromEntries(
    [...text.matchAll(/name="(base|price|oldPrice|offerLink)"[^>]*? value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  ),
});

describe('the catalogue at the office', () => {
  it.each(['book', 'lesson', 'course', 'post'] as const)('lists every %s with its state', async (kind) => {
    const { text } = await browser.get(`/catalogue/${kind}`);
    const current = await currentVersions(api.deps.db, kind);
    expect(current.length).toBeGreaterThan(5);
    for (const { itemId } of current) expect(text).toContain(`href="/catalogue/${kind}/${itemId}"`);
  });

  it('changes what the site says about the team, with a version to go back to', async () => {
    const person = { base: '1', name: 'The Major', role: 'Instructor', description: 'Teaches driving.' };
    const saved = await browser.post('/catalogue/team/2', person);
    expect(saved.status).toBe(303);
    api.advance(FRESH_MS);
    const [, second] = (await api.call(calls.readAcademy, {})).body.team;
    expect(second).toEqual({ id: 2, name: 'The Major', role: 'Instructor', description: 'Teaches driving.' });
    await browser.post('/catalogue/team/2/versions/1', { base: '2' });
    api.advance(FRESH_MS);
    expect((await api.call(calls.readAcademy, {})).body.team[1]?.name).toBe('Mobile surveillance');
  });

  it('shows what buyers can check, and links to the founder’s profile', async () => {
    expect((await browser.get('/catalogue/academy')).text).toContain('11 available on request');
    expect((await browser.post('/catalogue/academy/1', academyFields)).status).toBe(303);
    api.advance(FRESH_MS);
    const { proof } = (await api.call(calls.readAcademy, {})).body;
    expect(proof).toMatchObject({ qualityNumber: 'QM 1234', insurance: null });
    const { founderProfile } = (await api.call(calls.readSiteLinks, {})).body;
    expect(founderProfile).toBe('https://profiles.example/the-colonel');
  });

  it.each([
    ['founderProfile', 'http://profiles.example', 'Enter an https address.'],
    ['founderProfile', '', 'Enter an https address.'],
    ['companyContact', 'javascript:alert(1)', 'Enter an https address.'],
    ['insurance', 'x'.repeat(301), 'At most 300 characters.'],
  ])('refuses %s as %s', async (name, value, message) => {
    const refused = await browser.post('/catalogue/academy/1', { ...academyFields, [name]: value });
    expect([refused.status, refused.text.includes(message)]).toEqual([400, true]);
    expect(await versionsOf('academy', 1)).toHaveLength(1);
  });

  it('changes a price for all visitors, and records who changed it', async () => {
    const saved = await browser.post('/catalogue/book/1', { ...bookFields, price: '£36.5', oldPrice: '' });
    expect([saved.status, saved.location]).toEqual([303, '/catalogue/book/1?done']);

    expect(await bookOne()).toMatchObject({ price: 3650, oldPrice: null });
    const { text } = await browser.get('/catalogue/book/1');
    expect(text).toContain('price, old price');
    expect(text).toContain('a release');
    const [, second] = await versionsOf('book', 1);
    expect(second).toMatchObject({ version: 2, source: 'office' });
  });

  it.each([
    ['price', '1.000', 'Enter an amount such as 34.74.'],
    ['price', '0', 'Enter a price above £0.'],
    ['price', '10000.01', 'Enter at most £10,000.'],
    ['oldPrice', '30', 'The old price must be above the price.'],
    ['expectedMonth', '2027-13', 'Enter a month such as 2027-03.'],
    ['offerLink', 'javascript:alert(1)', 'one that begins with https'],
    ['offerLink', 'http://www.amazon.co.uk/', 'one that begins with https'],
  ])('rejects %s "%s" with a message, and keeps what was typed', async (name, value, message) => {
    const { status, text } = await browser.post('/catalogue/book/1', {
      ...bookFields,
      stock: 'pre-order',
      [name]: value,
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toContain(message);
    expect(text).toMatch(
      new RegExp(`id="${name}"[^>]*value="${value.replaceAll(/[()]/g, '\\$&')}"[^>]*aria-invalid`),
    );
    expect(await versionsOf('book', 1)).toHaveLength(1);
  });

  it('reads a price as it is pasted, and shows how it was understood before it is saved', async () => {
    const fields = {
      ...bookFields,
      title: 'A <b>title</b>',
      content: '- One',
      price: '£1.024,99',
      oldPrice: '',
    };
    const previewOf = (part: string) =>
      browser.post(`/catalogue/book/preview?${String(new URLSearchParams({ part }))}`, fields);
    const { text } = await previewOf('Title, price and stock');
    expect(text).toContain('£1,024.99');
    expect(text).toContain('A &#60;b&#62;title');
    expect((await previewOf('Text')).text).toContain('<ul><li>One</li></ul>');
    expect((await previewOf('Home page')).status).toBe(404);
    expect(await versionsOf('book', 1)).toHaveLength(1);
    const actions = (await api.securityEvents()).filter(({ event }) => event === 'staff-action');
    expect(actions).toEqual([]);
    await browser.post('/catalogue/book/1', { ...bookFields, price: '£24,99', oldPrice: '' });
    expect((await bookOne()).price).toBe(2499);
  });

  it('previews nothing for strangers', async () => {
    const { status, location } = await office.browser().post('/catalogue/book/preview', bookFields);
    expect([status, location]).toEqual([303, '/login?next=%2Fcatalogue%2Fbook%2Fpreview']);
  });

  it('refuses to overwrite a version that a colleague saved meanwhile, shows it, and then saves both changes', async () => {
    const opened = fieldsIn((await browser.get('/catalogue/book/1')).text);
    await browser.post('/catalogue/book/1', { ...opened, price: '30', offerLink: 'https://books.example/' });
    const late = await browser.post('/catalogue/book/1', { ...opened, price: '31', oldPrice: '40' });
    expect(late.status).toBe(409);
    expect(late.text).toContain('Nothing that you wrote is lost');
    expect(late.text).toContain('<pre>34.74</pre>');
    expect((await bookOne()).price).toBe(3000);
    const shown = fieldsIn(late.text);
    expect(shown).toMatchObject({
      ...{ base: '2', price: '31', oldPrice: '40', offerLink: 'https://books.example/' },
    });
    expect((await browser.post('/catalogue/book/1', shown)).status).toBe(303);
    expect(await bookOne()).toMatchObject({
      ...{ price: 3100, oldPrice: 4000, offerLink: 'https://books.example/' },
    });
  });

  it('saves a form that is sent twice as one version, even when both arrive at once', async () => {
    const send = () => browser.post('/catalogue/book/1', { ...bookFields, price: '30' });
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status);
    expect([...statuses, (await send()).status]).toEqual([303, 303, 303]);
    expect(await versionsOf('book', 1)).toHaveLength(2);
  });

  it('restores an earlier version as a new one', async () => {
    await browser.post('/catalogue/book/1', { ...bookFields, price: '30' });
    const { text } = await browser.get('/catalogue/book/1/versions/1');
    expect(text).toContain('Restore this version');
    await browser.post('/catalogue/book/1/versions/1', { base: '2' });
    expect((await bookOne()).price).toBe(3474);
    expect(await versionsOf('book', 1)).toHaveLength(3);
  });

  it('stops selling a book that is sold out, and sells it again once it is in stock', async () => {
    const body = { items: [{ productId: 1, quantity: 1 }] };
    const lines = async () => (await api.call(calls.priceBasket, { body })).body.lines.length;
    await browser.post('/catalogue/book/1', { ...bookFields, stock: 'sold-out' });
    expect(await lines()).toBe(0);
    expect((await api.refuse(calls.createOrder, { body: { ...body, expectedTotal: 4974 } })).body.id).toBe(
      'sold-out',
    );
    await browser.post('/catalogue/book/1', { ...bookFields, base: '2' });
    expect(await lines()).toBe(1);
  });

  it('names the expected month of a pre-order only', async () => {
    const fields = { ...bookFields, expectedMonth: '2027-03' };
    await browser.post('/catalogue/book/1', { ...fields, stock: 'pre-order' });
    expect(await bookOne()).toMatchObject({ preOrder: true, expectedMonth: '2027-03' });
    await browser.post('/catalogue/book/1', { ...fields, base: '2' });
    expect(await bookOne()).toMatchObject({ preOrder: false, expectedMonth: null });
  });

  it('sets the runs of a course in their order', async () => {
    const runs = {
      'from-0': '2027-05-03',
      'to-0': '2027-05-28',
      'from-1': '2027-02-01',
      'to-1': '2027-02-26',
    };
    const incomplete = await browser.post('/catalogue/course/1', { base: '1', ...runs, 'to-1': '' });
    expect([incomplete.status, incomplete.text.includes('Enter both days.')]).toEqual([422, true]);
    const reversed = await browser.post('/catalogue/course/1', { base: '1', ...runs, 'to-1': '2027-01-01' });
    expect(reversed.text).toContain('must not be before the first');
    // Browsers send this for a year that was typed as 27.
    const early = { ...runs, 'from-1': '0027-02-01', 'to-1': '0027-02-26' };
    const short = await browser.post('/catalogue/course/1', { base: '1', ...early });
    expect([short.status, short.text.includes('the year with four digits')]).toEqual([422, true]);

    await browser.post('/catalogue/course/1', { base: '1', ...runs });
    const { courses } = (await api.call(calls.listCourses, {})).body;
    expect(courses[0]?.runs.map(({ from }) => from)).toEqual(['2027-02-01', '2027-05-03']);
  });

  it('changes the texts of a book and of a course, with versions to go back to', async () => {
    const text = 'A **new** text.\r\n\r\n## For whom\r\n\r\n- <b>Police</b>';
    await browser.post('/catalogue/book/1', { ...bookFields, title: 'Another title', content: text });
    expect(await bookOne()).toMatchObject({
      title: 'Another title',
      content:
        '<p>A <strong>new</strong> text.</p>\n<h2>For whom</h2>\n<ul><li>&#60;b&#62;Police&#60;/b&#62;</li></ul>',
    });
    await browser.post('/catalogue/book/1/versions/1', { base: '2' });
    expect((await bookOne()).title).toContain('Volume 1');

    const modules = 'The operator\r\n- Gait\r\n- Cover\r\n\r\nNight work\r\n- Light';
    const fields = { base: '1', name: 'A course', modules, aims: 'One\r\n\r\nTwo', notice: '' };
    expect((await browser.post('/catalogue/course/1', fields)).status).toBe(303);
    api.advance(FRESH_MS);
    const [course] = (await api.call(calls.listCourses, {})).body.courses;
    expect(course?.name).toBe('A course');
    const { text: form } = await browser.get('/catalogue/course/1');
    expect(form).toContain('The operator - Gait - Cover Night work - Light');
    const refused = await browser.post('/catalogue/course/1', { ...fields, base: '2', name: ' ' });
    expect([refused.status, refused.text.includes('Enter a text.')]).toEqual([422, true]);
  });

  it('says what is too long, and cuts nothing', async () => {
    const title = 'x'.repeat(201);
    const refused = await browser.post('/catalogue/post/1', { ...postFields, base: '1', title });
    expect([refused.status, refused.text.includes('At most 200 characters.')]).toEqual([422, true]);
    expect(refused.text).toContain(`value="${title}"`);
    expect(refused.text).not.toContain('maxlength');
  });

  it('publishes a post once when the form is sent twice, and withdraws it', async () => {
    const form = (await browser.get('/catalogue/post/new')).text;
    const base = /name="base" value="(\d+)"/.exec(form)?.[1] ?? '';
    const write = () => browser.post('/catalogue/post/new', { ...postFields, base });
    const locations = [await write(), await write()].map(({ location }) => location);
    expect(locations).toEqual([`/catalogue/post/${base}?done`, `/catalogue/post/${base}?done`]);

    const { post } = (await api.call(calls.readPost, { params: { postId: base } })).body;
    expect(post).toMatchObject({ title: postFields.title, content: 'First.\n\nSecond.', link: null });
    await browser.post(`/catalogue/post/${base}`, { ...postFields, base: '1', state: 'hidden' });
    api.advance(FRESH_MS);
    expect((await api.fetch(`/api/posts/${base}`)).status).toBe(404);
    expect((await browser.get('/catalogue/post')).text).toContain('Not published');
  });

  it('gives two posts that were begun at the same time a number each', async () => {
    const base = /name="base" value="(\d+)"/.exec((await browser.get('/catalogue/post/new')).text)?.[1] ?? '';
    const write = (title: string) => browser.post('/catalogue/post/new', { ...postFields, title, base });
    const locations = (await Promise.all([write('One'), write('Two')])).map(({ location }) => location);
    const ids = [Number(base), Number(base) + 1];
    expect(locations.sort()).toEqual(ids.map((id) => `/catalogue/post/${id}?done`));
    const again = await Promise.all([write('One'), write('Two')]);
    expect(again.map(({ location }) => location).sort()).toEqual(locations);
    const versions = await Promise.all(ids.map((id) => versionsOf('post', id)));
    expect(versions.map(({ length }) => length)).toEqual([1, 1]);
  });

  it('shows a post from its day in London on', async () => {
    const tomorrow = londonDay(new Date(api.deps.now().getTime() + 24 * 60 * 60_000));
    await browser.post('/catalogue/post/1', { ...postFields, base: '1', day: tomorrow });
    const titles = async () => {
      api.advance(FRESH_MS);
      return (await api.call(calls.listPosts, {})).body.posts.map(({ title }) => title);
    };
    expect(await titles()).not.toContain(postFields.title);
    expect((await api.fetch('/api/posts/1')).status).toBe(404);
    expect((await browser.get('/catalogue/post')).text).toContain(
      `From ${longDate(tomorrow).replaceAll('\u00A0', ' ')}`,
    );
    api.advance(24 * 60 * 60_000);
    expect(await titles()).toContain(postFields.title);
  });

  it.each([
    ['link', 'http://example.org/'],
    ['link', 'javascript:alert(1)'],
    ['image', '/art/../secret.svg'],
    ['title', ' '],
    ['day', '2026-02-30'],
    ['day', '0026-11-20'],
  ])('rejects a post with the %s %s', async (name, value) => {
    const { status } = await browser.post('/catalogue/post/1', { ...postFields, base: '1', [name]: value });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await versionsOf('post', 1)).toHaveLength(1);
  });

  it('makes a lesson watchable only once its recording is imported', async () => {
    const fields = { base: '1', title: 'Title', summary: 'Summary', state: 'recorded' };
    const refused = await browser.post('/catalogue/lesson/1001', fields);
    expect([refused.status, refused.text.includes('has no recording')]).toEqual([400, true]);
    expect(await versionsOf('lesson', 1001)).toHaveLength(1);
  });

  it.each(['/catalogue/book/99', '/catalogue/book/one', '/catalogue/film', '/catalogue/book/1/versions/9'])(
    '%s does not exist',
    async (path) => {
      expect((await browser.get(path)).status).toBe(404);
    },
  );
});

test('another recording of a lesson resets its progress, and no other change does', async () => {
  const { user } = await signIn(api.deps);
  const progress = api.deps.db.getRepository(LessonProgresses);
  const at = { positionSeconds: 30, watched: true, updatedAt: api.deps.now() };
  await progress.insert([1001, 1002].map((lessonId) => ({ userId: user.id, lessonId, ...at })));
  const change = (values: Parameters<typeof changeContent<'lesson'>>[2]) =>
    changeContent(api.deps.db, 'lesson', values, { itemIds: [1001] });
  const left = async () => (await progress.findBy({ userId: user.id })).map(({ lessonId }) => lessonId);

  await change({ title: 'Another title' });
  expect(await left()).toEqual([1001, 1002]);
  await change({ courseVideoSrc: '/api/video/1001.mp4' });
  expect(await left()).toEqual([1002]);

  await progress.insert({ userId: user.id, lessonId: 1001, ...at });
  await change({ courseVideoSrc: '' });
  await change({ courseVideoSrc: '/api/video/1001.mp4' });
  expect(await left()).toEqual([1001, 1002]);
  await change({ durationSeconds: 999 });
  expect(await left()).toEqual([1002]);
});
