import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { type OfficeBrowser, startOffice, type TestOffice } from '../../../testing/office';
import { ContactMessages, NewsletterSignups } from '../../database/entities';

let api: TestApi;
let office: TestOffice;
let browser: OfficeBrowser;
beforeAll(async () => {
  api = await startApi({ seeded: true });
  office = await startOffice(api);
  browser = await office.logIn();
});

const message = { name: 'Élodie', surname: 'Østergård', email: 'elodie@bücher.example' };
const send = (changes: object = {}) =>
  api.call(calls.contact, {
    body: { ...message, department: 'Sales', message: 'Do you teach in Århus?', ...changes },
  });
const search = async (page: string, text: string) =>
  (await browser.get(`${page}?search=${encodeURIComponent(text)}`)).text;

test.each(['elodie', 'OSTERGARD', 'arhus', 'bücher', 'Østergård  Élodie'])(
  'a message is found by %s',
  async (text) => {
    await send();
    expect(await search('/enquiries', text)).toContain('Élodie Østergård');
  },
);

test.each([
  ['Straße', 'STRASSE'],
  ['Ægir', 'aegir'],
  ['Søren', 'SOREN'],
  ['Łukasz', 'lukasz'],
  ['İpek', 'ipek'],
  ['Yıldız', 'YILDIZ'],
  ['Νίκος', 'ΝΙΚΟΣ'],
  ['ΑΓΓΕΛΟΣ', 'αγγελος'],
  ['Þórður', 'thordur'],
  ['Zoe\u0308', 'ZOË'],
  ['ＡＣＭＥ', 'acme'],
  ['👩\u200D💻 Ada', 'ada'],
])('a message from %s is found by %s, on each database', async (name, text) => {
  await send({ name, surname: 'Folding' });
  expect(await search('/enquiries', `${text} folding`)).toContain('Folding</a>');
});

test('a message with a filled hidden field is listed apart, and released by staff', async () => {
  await send({ surname: 'Held', reference: 'x' });
  expect((await browser.get('/enquiries')).text).not.toContain('Élodie Held');
  expect((await browser.get('/enquiries?state=suspicious')).text).toContain('Élodie Held');
  const { id } = await api.deps.db.getRepository(ContactMessages).findOneByOrFail({ surname: 'Held' });
  expect((await browser.post(`/enquiries/${id}/release`)).status).toBe(303);
  expect((await browser.get('/enquiries')).text).toContain('Élodie Held');
});

test('an export is read as UTF-8 by spreadsheets, and no cell is a formula', async () => {
  const signups = api.deps.db.getRepository(NewsletterSignups);
  const row = { requestedAt: api.deps.now(), confirmedAt: api.deps.now() };
  for (const email of ['=cmd@example.org', '+1@example.org', '-2@example.org', 'jörg@example.org'])
    await signups.insert({ ...row, email, emailKey: email, heldAt: null, searchText: null });
  const { headers, text, bytes } = await browser.get('/newsletter.csv');
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\u00EF\u00BB\u00BFemail');
  expect(bytes.includes(Buffer.from('"jörg@example.org"', 'utf8'))).toBe(true);
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  for (const cell of [`"'=cmd@example.org"`, `"'+1@example.org"`, `"'-2@example.org"`, `"jörg@example.org"`])
    expect(text).toContain(cell);
});

test('names of every script have their own direction in lists and on the page of a message', async () => {
  await send({ name: 'דנה', surname: 'לוי' });
  const list = await search('/enquiries', 'לוי');
  const [, path = ''] = /<div dir="auto"><a href="([^"]*)">דנה לוי<\/a>/.exec(list) ?? [];
  expect(path).toMatch(/^\/enquiries\/\d+$/);
  expect((await browser.get(path)).text).toContain(`<dd dir="auto">${'elodie@xn--bcher-kva.example'}</dd>`);
});

// London is an hour ahead of UTC in summer; the clocks change on the last Sundays of March and October.
test.each([
  ['2027-07-10T23:30:00Z', '2027-07-11'],
  ['2027-10-30T23:30:00Z', '2027-10-31'],
  ['2027-10-31T23:30:00Z', '2027-10-31'],
  ['2027-12-31T23:59:59Z', '2027-12-31'],
  ['2028-02-28T23:59:59Z', '2028-02-28'],
  ['2028-02-29T12:00:00Z', '2028-02-29'],
  ['2028-03-25T23:30:00Z', '2028-03-25'],
  ['2028-03-26T23:30:00Z', '2028-03-27'],
])('a post that is begun at %s has the day of London, %s', async (time, day) => {
  api.advance(Date.parse(time) - api.deps.now().getTime());
  browser = await office.logIn();
  const { text } = await browser.get('/catalogue/post/new');
  expect(text).toContain(`value="${day}"`);
});
