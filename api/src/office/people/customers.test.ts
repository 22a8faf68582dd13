import { startApi, type TestApi } from '../../../testing/api';
import { createUser, grantPremium } from '../../../testing/factories';
import { type OfficeBrowser, startOffice, type TestOffice } from '../../../testing/office';
import { recordStatements } from '../../../testing/statements';
import { ContactMessages, Entitlements, NewsletterSignups, Orders, Users } from '../../database/entities';
import { fillSearchTexts } from '../../database/search-texts';

let api: TestApi;
let office: TestOffice;
let browser: OfficeBrowser;
beforeAll(async () => {
  api = await startApi();
  office = await startOffice(api);
  browser = await office.logIn();
});

const search = async (text: string) =>
  (await browser.get(`/customers?search=${encodeURIComponent(text)}`)).text;

test('finds a customer by address, name and order, and shows orders and access', async () => {
  const { deps } = api;
  const user = await createUser(deps, { name: 'Quentin Quarry', email: 'Quentin@Quarry.example' });
  const { orderId } = await grantPremium(deps, user.id);
  const renumbered = { number: 'ISA-2026-777777', searchText: null };
  await deps.db.getRepository(Orders).update({ id: Number(orderId) }, renumbered);
  await fillSearchTexts(deps.db.manager);
  for (const text of ['quentin@quarry.example', 'Quarry', 'isa-2026-777777']) {
    expect(await search(text)).toContain(`/customers/${user.id}"`);
  }
  expect(await search('%')).toContain('No account matches');
  const { text } = await browser.get(`/customers/${user.id}`);
  expect(text).toContain('ISA-2026-777777');
  expect(text).toContain(`by <a href="/orders/${orderId}">its order</a>`);
  expect(text).not.toContain(user.passwordHash);
});

test('shows the newest customers before any search', async () => {
  const [earlier, newest] = [await createUser(api.deps), await createUser(api.deps)];
  const { text } = await browser.get('/customers');
  const at = ({ id }: { readonly id: number }) => text.indexOf(`/customers/${id}"`);
  expect(at(newest)).toBeGreaterThan(0);
  expect(at(newest)).toBeLessThan(at(earlier));
  expect(text).toContain(`${await api.deps.db.getRepository(Users).count()} accounts, the newest first.`);
  expect(text.match(/<span class="tag plain">Staff<\/span>/g)).toHaveLength(1);
});

test('shows how many orders each customer has and the last one, in one query', async () => {
  const { deps } = api;
  const user = await createUser(deps, { name: 'Ona Orders', email: 'ona@orders.example' });
  await grantPremium(deps, user.id);
  const { orderId } = await grantPremium(deps, user.id);
  await deps.db.getRepository(Orders).update({ id: Number(orderId) }, { number: 'ISA-2026-888888' });
  for (let at = 0; at < 3; at += 1) await createUser(deps, { name: 'Ona Others' });
  await fillSearchTexts(deps.db.manager);
  const text = await search('ona');
  expect(text).toMatch(
    new RegExp(
      `Ona Orders</a>.*data-label="Orders" class="number">2<.*href="/orders/${orderId}">ISA-2026-888888<`,
    ),
  );
  expect(text).toMatch(/Ona Others<.*data-label="Orders" class="number">0</);
  expect(text).toContain('4 accounts found.');
  const statements = await recordStatements(deps.pools, () => search('ona'));
  expect(statements.filter(({ sql }) => /\borders\b/.test(sql))).toHaveLength(1);
});

test.each([
  ['Jonathna Wintres', 'letters that are swapped'],
  ['Jonathan Winter', 'a letter that is missing'],
  ['jonatan.winters@typo.example', 'a letter that is missing in the address'],
  ['Jonathan Wimters', 'a wrong letter'],
])('finds the customer for %s, which has %s', async (text) => {
  const email = 'jonathan.winters@typo.example';
  const emailKey = email;
  const known = await api.deps.db.getRepository(Users).findOneBy({ emailKey });
  const user = known ?? (await createUser(api.deps, { name: 'Jonathan Winters', email }));
  await fillSearchTexts(api.deps.db.manager);
  const page = await search(text);
  expect(page).toContain(`/customers/${user.id}"`);
  expect(await search('Jeremiah Summers')).not.toContain(`/customers/${user.id}"`);
});

test('says why there is no file of readers, and offers no search, before anybody subscribes', async () => {
  const signups = api.deps.db.getRepository(NewsletterSignups);
  await signups.clear();
  const empty = (await browser.get('/newsletter')).text;
  expect(empty).toContain('Nobody has subscribed yet.');
  expect(empty).not.toMatch(/type="search"|newsletter\.csv/);
  const [email, now] = ['not@yet.example', api.deps.now()];
  const row = { email, emailKey: email, requestedAt: now, searchText: null };
  await signups.insert({ ...row, confirmedAt: null, heldAt: now });
  const waiting = (await browser.get('/newsletter')).text;
  expect(waiting).toMatch(/disabled[^>]*>Download as CSV<.*would be empty until an address is confirmed/);
  expect(waiting).toContain('type="search"');
  expect(waiting).toMatch(/<dt>Confirmed<\/dt> <dd>0<\/dd>.*<dt>Suspicious<\/dt> <dd>1<\/dd>/);
  await signups.clear();
});

test('removes a reader of the newsletter after a confirmation, who can subscribe again', async () => {
  const signups = api.deps.db.getRepository(NewsletterSignups);
  const [email, now] = ['gone@reader.example', api.deps.now()];
  const row = { email, emailKey: email, requestedAt: now, confirmedAt: now, heldAt: null };
  await signups.insert({ ...row, searchText: null });
  const [, path = ''] = /href="(\/newsletter\/\d+\/remove)" ?>Remove<span[^>]*> gone@reader/.exec(
    (await browser.get('/newsletter')).text,
  ) ?? [''];
  expect((await browser.get(path)).text).toContain('Remove gone@reader.example');
  expect(await signups.countBy({ email })).toBe(1);
  expect((await browser.post(path)).location).toBe('/newsletter?done');
  expect(await signups.countBy({ email })).toBe(0);
  expect((await browser.post(path)).status).toBe(404);
  await signups.insert({ ...row, searchText: null });
  expect(await signups.countBy({ email })).toBe(1);
});

test('sends a customer a link to reset the password', async () => {
  const user = await createUser(api.deps);
  expect((await browser.post(`/customers/${user.id}`)).location).toBe(`/customers/${user.id}?done`);
  const [mail] = await api.mails(user.email);
  expect(mail?.kind).toBe('reset-password');
  expect((await browser.get(`/customers/${user.id}`)).text).not.toContain('/reset/');
});

test('grants and ends premium access with a reason, once each, even next to access from an order', async () => {
  const user = await createUser(api.deps);
  const page = `/customers/${user.id}/premium`;
  const rows = () => api.deps.db.getRepository(Entitlements).findBy({ userId: user.id });
  expect((await browser.post(page, { action: 'grant', reason: ' ' })).status).toBe(422);
  const grant = () => browser.post(page, { action: 'grant', reason: 'Teaches with us' });
  await Promise.all([grant(), grant()]);
  expect(await rows()).toMatchObject([{ orderId: null, revokedAt: null, reason: 'Teaches with us' }]);
  expect((await browser.get(`/customers/${user.id}`)).text).toContain('Teaches with us');

  await grantPremium(api.deps, user.id);
  await browser.post(page, { action: 'end', reason: 'Left' });
  await browser.post(page, { action: 'end', reason: 'Again' });
  expect((await rows()).map(({ reason, revokedAt }) => [reason, revokedAt !== null])).toEqual([
    ['Left', true],
    ['Left', true],
  ]);
});

test('asks for the password before it grants access', async () => {
  const user = await createUser(api.deps);
  const own = await office.logIn();
  api.advance(16 * 60_000);
  const path = `/customers/${user.id}/premium`;
  expect((await own.post(path, { action: 'grant', reason: 'x' })).status).toBe(401);
  expect(await api.deps.db.getRepository(Entitlements).existsBy({ userId: user.id })).toBe(false);
});

test.each(['0', '999999', 'x'])('has no customer %s', async (id) => {
  expect((await browser.get(`/customers/${id}`)).status).toBe(404);
  expect((await browser.post(`/customers/${id}`)).status).toBe(404);
});

async function receive(message = 'Is there a course in May?') {
  const fields = { name: 'Vera', surname: 'Visitor', email: 'vera@example.org', department: 'Sales' };
  const row = { ...fields, emailKey: fields.email, message, createdAt: api.deps.now(), answeredAt: null };
  return (await api.deps.db.getRepository(ContactMessages).save({ ...row })).id;
}

test('answers a message by mail, once for a form that is sent twice, and keeps the thread', async () => {
  const id = await receive();
  expect((await browser.get('/enquiries')).text).toContain(`/enquiries/${id}"`);
  const form = { key: '8f0c1c8e-0b8f-4d0e-9a43-2a8c3d4c5b6a', answer: 'Yes, on the 4th.' };
  await browser.post(`/enquiries/${id}`, form);
  await browser.post(`/enquiries/${id}`, form);
  const mails = await api.mails('vera@example.org');
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ kind: 'contact-answer', replyTo: api.deps.env.contact.email });
  expect(mails[0]?.body).toMatch(/Yes, on the 4th\.[\s\S]*Is there a course in May\?/);
  expect((await browser.get('/enquiries')).text).not.toContain(`/enquiries/${id}"`);
  expect((await browser.get('/enquiries?state=closed')).text).toContain(`/enquiries/${id}"`);
  expect((await browser.get(`/enquiries/${id}`)).text).toContain('Yes, on the 4th.');
});

test('keeps an answer that is too long, and sends nothing', async () => {
  const id = await receive('<script>alert(1)</script>');
  const answer = 'long '.repeat(1_001);
  const { status, text } = await browser.post(`/enquiries/${id}`, { answer });
  expect([status, text.includes(answer.trim())]).toEqual([422, true]);
  expect(text).not.toContain('<script>alert');
  expect((await browser.post('/enquiries/999999', { answer: 'x' })).status).toBe(404);
});

test('exports confirmed addresses only, without formulas, and records it', async () => {
  const at = api.deps.now();
  const signUp = (email: string, confirmedAt: Date | null) => ({
    ...{ email, emailKey: email, requestedAt: at, confirmedAt },
  });
  const signups = api.deps.db.getRepository(NewsletterSignups);
  await signups.insert([signUp('=cmd@example.org', at), signUp('no@example.org', null)]);
  const { text, headers } = await browser.get('/newsletter.csv');
  expect(headers.get('Content-Disposition')).toContain('attachment');
  expect(text).toContain(`"'=cmd@example.org"`);
  expect(text).not.toContain('no@example.org');
  expect(await api.securityEvents()).toContainEqual(
    expect.objectContaining({ event: 'staff-action', route: '/newsletter.csv' }),
  );
});
