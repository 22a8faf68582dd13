import { calls } from '@isa/api-contract';
import { creationOptionsSchema, requestOptionsSchema } from '@isa/api-contract/schemas';
import { startApi, type TestApi } from '../../../testing/api';
import {
  addPasskey,
  createPasskey,
  type Deviation,
  type SoftwarePasskey,
} from '../../../testing/authenticator';
import { createUser, signIn } from '../../../testing/factories';
import {
  createStaff,
  freshCode,
  type OfficeBrowser,
  STAFF_PASSWORD,
  startOffice,
  type TestOffice,
} from '../../../testing/office';
import { OutboxMails, PasskeyChallenges, Passkeys, Staff } from '../../database/entities';

let api: TestApi;
let office: TestOffice;
beforeAll(async () => {
  api = await startApi();
  office = await startOffice(api);
});

const MINUTE_MS = 60_000;
const rows = () => api.deps.db.getRepository(Passkeys);

/** What the page's button gives to the browser. */
async function optionsOn(browser: OfficeBrowser, path: string): Promise<unknown> {
  const { text } = await browser.get(path);
  const [, attribute] = /data-passkey="([^"]*)"/.exec(text) ?? [];
  return attribute === undefined ? undefined : JSON.parse(attribute.replaceAll('&#34;', '"'));
}

async function add(browser: OfficeBrowser, name = 'Laptop'): Promise<SoftwarePasskey> {
  const options = creationOptionsSchema.parse(await optionsOn(browser, '/passkeys/new'));
  const passkey = createPasskey(options, office.url);
  const fields = { name, passkey: JSON.stringify(passkey.creation) };
  expect((await browser.post('/passkeys/new', fields)).location).toBe('/passkeys?done');
  return passkey;
}

async function assertion(
  passkey: SoftwarePasskey,
  browser: OfficeBrowser,
  path: string,
  deviation?: Deviation,
): Promise<string> {
  return JSON.stringify(passkey.sign(requestOptionsSchema.parse(await optionsOn(browser, path)), deviation));
}

test('a member of staff logs in with a passkey of the office', async () => {
  const member = await office.logIn();
  const passkey = await add(member);
  expect((await member.get('/passkeys')).text).toContain('Laptop');
  const [mail] = await api.deps.db.getRepository(OutboxMails).findBy({ recipient: member.user.email });
  expect(mail?.kind).toBe('passkey-added');
  expect(JSON.stringify(mail)).toContain(`${office.url}/passkeys`);

  const browser = office.browser();
  const fields = { passkey: await assertion(passkey, browser, '/login'), next: '/customers' };
  expect((await browser.post('/login', fields)).location).toBe('/customers');
  expect((await browser.get('/customers')).status).toBe(200);

  const again = await office.browser().post('/login', fields);
  expect([again.status, again.text.includes('That took too long')]).toEqual([410, true]);
});

test.each<[string, Deviation]>([
  ['of another origin', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'localhost' }],
  ['without user verification', { userVerified: false }],
  ['with another challenge', { challenge: 'aaaa' }],
  ['of another user', { userHandle: 'aaaa' }],
])('refuses an assertion %s', async (_kind, deviation) => {
  const passkey = await add(await office.logIn());
  const browser = office.browser();
  const fields = { passkey: await assertion(passkey, browser, '/login', deviation), next: '/' };
  expect((await browser.post('/login', fields)).status).toBeGreaterThanOrEqual(401);
  expect((await browser.get('/orders')).status).toBe(303);
});

test('refuses the passkey of a person who is no longer staff', async () => {
  const member = await office.logIn();
  const passkey = await add(member);
  await api.deps.db.getRepository(Staff).delete({ userId: member.user.id });
  const browser = office.browser();
  const fields = { passkey: await assertion(passkey, browser, '/login'), next: '/' };
  expect((await browser.post('/login', fields)).status).toBe(401);
});

test('a passkey of the site is unknown at the office, and is not listed there', async () => {
  const staff = await createStaff(api);
  const customer = await signIn(api.deps, staff);
  const passkey = await addPasskey(api, customer, { password: STAFF_PASSWORD });
  const browser = office.browser();
  for (const origin of [api.deps.env.siteOrigin, office.url]) {
    const fields = { passkey: await assertion(passkey, browser, '/login', { origin }), next: '/' };
    expect((await browser.post('/login', fields)).status).toBe(401);
  }
  const member = await office.logIn(staff);
  expect((await member.get('/passkeys')).text).toContain('You have no passkeys here yet.');
  expect((await member.get(`/passkeys/${passkey.row.id}/remove`)).status).toBe(404);
  expect((await member.post(`/passkeys/${passkey.row.id}/remove`)).status).toBe(404);
  expect(await rows().countBy({ userId: staff.id })).toBe(1);
});

test('a passkey of the office is unknown to the site', async () => {
  const member = await office.logIn();
  const passkey = await add(member);
  const customer = await signIn(api.deps, member.user);
  expect((await api.call(calls.listPasskeys, {}, customer)).body.passkeys).toEqual([]);
  const [row] = await rows().findBy({ userId: member.user.id });
  const params = { passkeyId: row?.id ?? 0 };
  const password = STAFF_PASSWORD;
  expect((await api.refuse(calls.removePasskey, { params, body: { password } }, customer)).status).toBe(404);
  expect((await api.refuse(calls.renamePasskey, { params, body: { name: 'x' } }, customer)).status).toBe(404);
  const { body } = await api.call(calls.startPasskeyLogin, { body: {} });
  const signed = passkey.sign(body.options);
  expect((await api.refuse(calls.passkeyLogin, { body: { passkey: signed } })).body.id).toBe(
    'invalid-passkey',
  );
  const exported = await api.call(calls.exportAccount, {}, customer);
  expect(exported.body.passkeys).toMatchObject([{ name: 'Laptop' }]);
});

test('a passkey replaces password and code before a sensitive change', async () => {
  const member = await office.logIn();
  const passkey = await add(member);
  api.advance(16 * MINUTE_MS);
  const { email } = await createUser(api.deps, { emailVerifiedAt: api.deps.now() });
  for (const forged of ['no JSON', '{}']) {
    const refused = await member.post('/staff', { email, passkey: forged });
    expect([refused.status, refused.text.includes(email)]).toEqual([401, true]);
  }
  const other = await office.logIn();
  const foreign = await assertion(await add(other), member, '/staff');
  expect((await member.post('/staff', { email, passkey: foreign })).status).toBe(401);

  const accepted = await member.post('/staff', {
    email,
    passkey: await assertion(passkey, member, '/staff'),
  });
  expect([accepted.status, accepted.text.includes('/enrol/')]).toEqual([200, true]);
});

test('a form that is refused after the confirmation is shown again without asking once more', async () => {
  const member = await office.logIn();
  const passkey = await add(member);
  api.advance(16 * MINUTE_MS);
  const fields = { email: 'nobody@example.org', passkey: await assertion(passkey, member, '/staff') };
  const refused = await member.post('/staff', fields);
  expect([refused.status, refused.text.includes('nobody@example.org')]).toEqual([400, true]);
  expect(refused.text).not.toContain('Your password');
});

test('adding a passkey needs a recent login, and a challenge of the same session', async () => {
  const member = await office.logIn();
  const options = creationOptionsSchema.parse(await optionsOn(member, '/passkeys/new'));
  const fields = {
    name: 'Laptop',
    passkey: JSON.stringify(createPasskey(options, office.url).creation),
  };
  const elsewhere = await office.logIn(member.user);
  expect((await elsewhere.post('/passkeys/new', fields)).status).toBe(410);

  api.advance(16 * MINUTE_MS);
  expect(await optionsOn(member, '/passkeys/new')).toBeUndefined();
  expect((await member.post('/passkeys/new', fields)).status).toBe(410);
  expect(await rows().countBy({ userId: member.user.id })).toBe(0);

  expect((await member.post('/passkeys/confirm', { password: 'a guess' })).status).toBe(401);
  const code = await freshCode(api, member.user);
  await member.post('/passkeys/confirm', { password: STAFF_PASSWORD, code });
  await add(member);
});

test('shows what is wrong with a new passkey', async () => {
  const member = await office.logIn();
  const { status, text } = await member.post('/passkeys/new', { name: ' ', passkey: '' });
  expect(status).toBe(422);
  expect(text).toContain('Please enter a name');
  expect(text).toContain('The browser sent no passkey.');
});

test('removes only a passkey of one’s own', async () => {
  const [member, other] = [await office.logIn(), await office.logIn()];
  const passkey = await add(member);
  const [row] = await rows().findBy({ userId: member.user.id });
  expect((await other.post(`/passkeys/${row?.id}/remove`)).status).toBe(404);
  expect((await member.post(`/passkeys/${row?.id}/remove`)).location).toBe('/passkeys?done');
  const browser = office.browser();
  const fields = { passkey: await assertion(passkey, browser, '/login'), next: '/' };
  expect((await browser.post('/login', fields)).status).toBe(401);
});

test('a passkey that is added or removed ends the member’s other sessions', async () => {
  const member = await office.logIn();
  const before = await office.logIn(member.user);
  await add(member);
  expect((await before.get('/orders')).status).toBe(303);

  const after = await office.logIn(member.user);
  const [row] = await rows().findBy({ userId: member.user.id });
  await member.post(`/passkeys/${row?.id}/remove`);
  expect((await after.get('/orders')).status).toBe(303);
  expect((await member.get('/orders')).status).toBe(200);
});

test('views of the login page create a limited number of challenges', async () => {
  const strict = await startApi({ env: { RATE_LIMIT_FACTOR: '1' } });
  const strictOffice = await startOffice(strict);
  const browser = strictOffice.browser();
  const challenges = () => strict.deps.db.getRepository(PasskeyChallenges).count();
  for (let view = 0; view < 60; view += 1) await browser.get('/login');
  const before = await challenges();
  const { status, text } = await browser.get('/login');
  expect(await challenges()).toBe(before);
  expect(status).toBe(200);
  expect(text).not.toContain('data-passkey=');
  expect(text).toContain('name="password"');
});
