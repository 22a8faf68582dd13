import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { type OfficeBrowser, startOffice, type TestOffice } from '../../../testing/office';

let api: TestApi;
let office: TestOffice;
let browser: OfficeBrowser;
beforeEach(async () => {
  api = await startApi();
  office = await startOffice(api);
  browser = await office.logIn();
});
afterEach(() => api.close());

const message = {
  surname: 'Marsh',
  email: 'ada@example.org',
  department: 'Sales',
  message: 'Please send us an offer.',
} as const;

test('offers no search before the first message, and says what appears in each list', async () => {
  const { text } = await browser.get('/enquiries');
  expect(text).toContain('No messages to answer.');
  expect(text).not.toContain('type="search"');
  await receive('Plain');
  const booked = (await browser.get('/enquiries?state=booked')).text;
  expect(booked).toContain('No message is marked as booked.');
  expect(booked).toContain('type="search"');
});

/** A message of somebody with this name. @returns its page at the office */
async function receive(name: string, quote: Readonly<Record<string, string>> = {}): Promise<string> {
  await api.call(calls.contact, { body: { ...message, name, ...quote } });
  const { text } = await browser.get('/enquiries?search=' + name);
  return /\/enquiries\/\d+/.exec(text)?.[0] ?? '';
}

async function listed(state: string): Promise<readonly string[]> {
  const { text } = await browser.get(`/enquiries?state=${state}`);
  return ['Quoted', 'Plain'].filter((name) => text.includes(`${name} Marsh</a>`));
}

const quote = { organisation: 'Harbour Police', course: 'Level 4 Certificate', people: '12' };

test.each<[string, Readonly<Record<string, string>>]>([
  ['Quote', quote],
  ['Offer', { message: 'About: Promotion: A day of surveillance' }],
  ['Message', {}],
])('names the kind of a message in the list: %s', async (kind, fields) => {
  await receive('Kind', fields);
  const { text } = await browser.get('/enquiries');
  expect([...text.matchAll(/<span class="tag \w+">(\w+)<\/span>/g)].map(([, label]) => label)).toEqual([
    kind,
  ]);
});

test('shows what a quote is asked for, and lists such messages by themselves', async () => {
  const path = await receive('Quoted', quote);
  await receive('Plain');
  expect(await listed('new')).toEqual(['Quoted', 'Plain']);
  expect(await listed('quotes')).toEqual(['Quoted']);
  expect((await browser.get('/enquiries?search=harbour')).text).toContain(
    'Harbour Police: Level 4 Certificate',
  );
  const { text } = await browser.get(path);
  for (const value of Object.values(quote)) expect(text).toContain(value);
});

test('an answer makes a request quoted and another message closed', async () => {
  const answer = { answer: 'Thank you. Here is our offer.' };
  await browser.post(await receive('Quoted', quote), answer);
  await browser.post(await receive('Plain'), answer);
  expect([await listed('new'), await listed('quoted'), await listed('closed')]).toEqual([
    [],
    ['Quoted'],
    ['Plain'],
  ]);
});

test('is not answered by a second member of staff who has not seen the answer of the first', async () => {
  const path = await receive('Plain');
  const colleague = await office.logIn();
  const seenIn = ({ text }: { readonly text: string }) => /name="seen" value="(\d+)"/.exec(text)?.[1] ?? '';
  const seen = seenIn(await browser.get(path));
  expect((await colleague.post(path, { answer: 'We have a free place.', seen })).status).toBe(303);
  const refused = await browser.post(path, { answer: 'We are fully booked.', seen });
  expect([refused.status, refused.text.includes('A colleague has answered')]).toEqual([409, true]);
  // It shows both, so that the second one can decide.
  expect(refused.text).toContain('We have a free place.');
  expect(refused.text).toContain('We are fully booked.');
  const answers = async () =>
    (await api.mails('ada@example.org')).filter(({ kind }) => kind === 'contact-answer');
  expect(await answers()).toHaveLength(1);
  await browser.post(path, { answer: 'One more thing.', seen: seenIn(refused) });
  expect(await answers()).toHaveLength(2);
});

test('is closed without an answer, and booked after the quote', async () => {
  const path = await receive('Quoted', quote);
  for (const state of ['closed', 'booked'] as const) {
    expect((await browser.post(`${path}/state`, { state })).status).toBe(303);
    expect(await listed(state)).toEqual(['Quoted']);
    // A later answer leaves a state that staff have chosen.
    await browser.post(path, { answer: `Answer while ${state}.` });
    expect(await listed(state)).toEqual(['Quoted']);
  }
  expect(await api.mails('ada@example.org')).toHaveLength(3);
  expect((await browser.post(`${path}/state`, { state: 'lost' })).status).toBe(422);
  expect((await browser.get('/enquiries/99/state')).status).toBe(404);
});

test('says of each list how many messages it has', async () => {
  await receive('Quoted', quote);
  await receive('Plain');
  const { text } = await browser.get('/enquiries');
  const counts = [...text.matchAll(/<a href="\/enquiries\?state=\w+"[^>]*>([^<]+) <b>(\d+)<\/b>/g)];
  expect(counts.map(([, label, count]) => `${label}: ${count}`)).toEqual([
    ...['New: 2', 'Quotes to send: 1', 'Quoted: 0', 'Booked: 0', 'Closed: 0', 'Suspicious: 0'],
  ]);
});
