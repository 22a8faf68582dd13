import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { type OfficeBrowser, startOffice } from '../../../testing/office';
import { ContactMessages, NewsletterSignups } from '../../database/entities';

let api: TestApi;
let browser: OfficeBrowser;
beforeAll(async () => {
  api = await startApi({ seeded: true });
  const office = await startOffice(api);
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
  const row = { requestedAt: api.deps.now(), confirmedAt: api.deps.now(), tokenHash: null };
  for (const email of ['=cmd@example.org', '+1@example.org', '-2@example.org', 'jörg@example.org'])
    await signups.insert({ ...row, email, emailKey: email, heldAt: null, searchText: null });
  const { headers, text } = await browser.get('/newsletter.csv');
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  for (const cell of [`"'=cmd@example.org"`, `"'+1@example.org"`, `"'-2@example.org"`, `"jörg@example.org"`])
    expect(text).toContain(cell);
});
