import { startApi, type TestApi } from '../../testing/api';
import { logInFields, type OfficeBrowser, startOffice, type TestOffice } from '../../testing/office';
import { ContactMessages, ContactReplies, OfficeDrafts, type User } from '../database/entities';

const SESSION_MS = 0.1 * 24 * 60 * 60 * 1000;

let api: TestApi;
let office: TestOffice;
beforeAll(async () => {
  api = await startApi({ seeded: true });
  office = await startOffice(api);
});

const field = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

async function saveMessage(): Promise<number> {
  const sender = { name: 'Ada', surname: 'Lovelace', email: 'ada@example.org', emailKey: 'ada@example.org' };
  const rest = { department: 'Sales', message: 'Hello', answeredAt: null, heldAt: null, searchText: null };
  const { identifiers } = await api.deps.db
    .getRepository(ContactMessages)
    .insert({ ...sender, ...rest, createdAt: api.deps.now() });
  return Number(identifiers[0]?.['id']);
}

/** Opens a form, lets the session end, and submits. */
async function submitTooLate(member: OfficeBrowser, path: string, fields: Record<string, string>) {
  const { text } = await member.get(path);
  const base = field(text, 'base');
  const hidden = { key: field(text, 'key'), writer: field(text, 'writer'), ...(base && { base }) };
  api.advance(SESSION_MS + 1000);
  return member.post(path, { ...hidden, ...fields });
}

async function logInAgain(browser: OfficeBrowser, user: User, next: string) {
  return browser.post('/login', { ...(await logInFields(api, user)), next });
}

const answer = 'Dear Ada,\n\nwe <do> teach “that”. 😀\n\nThe academy';

test('what was written when the session ended comes back after the login, and is saved then', async () => {
  const member = await office.logIn();
  const path = `/enquiries/${await saveMessage()}`;

  const late = await submitTooLate(member, path, { answer: answer.replaceAll('\n', '\r\n') });
  expect([late.status, late.location]).toEqual([303, `/login?next=${encodeURIComponent(path)}`]);
  expect(await api.deps.db.getRepository(ContactReplies).count()).toBe(0);
  expect((await logInAgain(member, member.user, path)).location).toBe(path);
  const { text } = await member.get(path);
  expect(text).toContain('We have restored what you wrote');
  expect(text).toContain('we &#60;do&#62; teach “that”. 😀');

  const key = field(text, 'key');
  const send = () => member.post(path, { key, writer: field(text, 'writer'), answer });
  expect([(await send()).status, (await send()).status]).toEqual([303, 303]);
  expect(await api.deps.db.getRepository(ContactReplies).find()).toMatchObject([{ body: answer }]);
  expect(await api.deps.db.getRepository(OfficeDrafts).count()).toBe(0);
  expect((await member.get(path)).text).not.toContain('We have restored what you wrote');
});

test.each([
  ['/catalogue/post/new', { title: 'A new post that was lost', day: '2026-05-01', content: 'Text' }],
  ['/catalogue/post/1', { title: 'A changed post that was lost' }],
  ['/catalogue/book/1', { price: '12.34' }],
  ['/catalogue/lesson/1001', { summary: 'A summary that was lost' }],
  ['/staff', { email: 'colleague@example.org' }],
])('the form %s gets its texts back', async (path, fields) => {
  const member = await office.logIn();
  await submitTooLate(member, path, fields);
  await logInAgain(member, member.user, path);
  const { text } = await member.get(path);
  for (const value of Object.values(fields)) expect(text).toContain(value);
});

test('another person who logs in with the same browser does not get it', async () => {
  const [writer, other] = [await office.logIn(), await office.logIn()];
  const path = `/enquiries/${await saveMessage()}`;
  await submitTooLate(writer, path, { answer });
  await logInAgain(writer, other.user, path);
  expect((await writer.get(path)).text).not.toContain('teach “that”');
  // Its writer still finds it.
  await logInAgain(writer, writer.user, path);
  expect((await writer.get(path)).text).toContain('teach “that”');
});

test('passwords and passkeys are not stored', async () => {
  const member = await office.logIn();
  api.advance(16 * 60 * 1000);
  const secrets = { email: 'a@example.org', password: 'my secret', passkey: '{"id":"my key"}' };
  await submitTooLate(member, '/staff', secrets);
  const [draft] = await api.deps.db.getRepository(OfficeDrafts).find({ order: { id: 'DESC' } });
  expect(draft?.fields).toMatchObject({ email: 'a@example.org' });
  expect(JSON.stringify(draft)).not.toMatch(/my secret|my key/);
});

test.each(['', '1.forged', 'x'.repeat(3000)])('nothing is stored for the writer %j', async (writer) => {
  const before = await api.deps.db.getRepository(OfficeDrafts).count();
  const browser = office.browser();
  const { status, location } = await browser.post('/enquiries/1', { answer, writer });
  expect([status, location]).toEqual([303, '/login?next=%2Fenquiries%2F1']);
  expect(await api.deps.db.getRepository(OfficeDrafts).count()).toBe(before);
});

test('a post of the longest text in another script is accepted', async () => {
  const member = await office.logIn();
  const { text } = await member.get('/catalogue/post/new');
  const content = '学'.repeat(20_000);
  const fields = {
    key: field(text, 'key'),
    base: field(text, 'base'),
    title: 'Long',
    day: '2026-05-01',
    link: '',
    image: '/art/posts/2.svg',
  };
  const { status } = await member.post('/catalogue/post/new', { ...fields, content, state: 'hidden' });
  expect(status).toBe(303);
});
