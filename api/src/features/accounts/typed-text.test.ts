import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { createUser, signIn } from '../../../testing/factories';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});

const names = { username: 'johanna', name: 'Johanna Blum' };
const nfc = 'Pässwörter für Löwen';
const nfd = nfc.normalize('NFD');

describe('an address', () => {
  test('has one account, one login and one reset, in either form of its domain', async () => {
    const body = { ...names, password: 'correct horse battery' };
    await api.call(calls.signup, { body: { ...body, email: ' Jo@Bücher.example ' } });

    const again = await api.refuse(calls.signup, { body: { ...body, email: 'jo@xn--bcher-kva.example' } });
    expect(again.body.id).toBe('already-registered');
    for (const email of ['jo@bücher.example', 'JO@xn--bcher-kva.EXAMPLE', ' jo@BÜCHER.example']) {
      await api.call(calls.login, { body: { email, password: body.password } });
    }
    await api.call(calls.forgotPassword, { body: { email: 'jo@bücher.example' } });
    const mails = await api.mails('Jo@xn--bcher-kva.example');
    expect(mails.map(({ kind }) => kind)).toContain('reset-password');
  });

  test.each([
    ['full-width letters', 'ｖictim@example.org'],
    ['a zero-width space', 'victim\u200B@example.org'],
    ['a dot after the domain', 'victim@example.org.'],
    ['a soft hyphen', 'vic\u00ADtim@example.org'],
    ['more than 254 bytes', `${'ö'.repeat(125)}@bücher.example`],
  ])('with %s is refused everywhere', async (_, email) => {
    const me = await signIn(api.deps, await createUser(api.deps, { password: 'my own long secret' }));
    const message = { name: 'Jo', surname: 'Blum', department: 'Sales' as const, message: 'Hello' };
    const refusals = [
      await api.refuse(calls.signup, { body: { ...names, email, password: 'correct horse battery' } }),
      await api.refuse(calls.forgotPassword, { body: { email } }),
      await api.refuse(calls.sendLogInLink, { body: { email } }),
      await api.refuse(calls.contact, { body: { ...message, email } }),
      await api.refuse(calls.newsletter, { body: { EMAIL: email } }),
      await api.refuse(calls.changeEmail, { body: { newEmail: email, password: 'my own long secret' } }, me),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
    const logIn = await api.refuse(calls.login, { body: { email, password: 'correct horse battery' } });
    expect(logIn.body.id).toBe('invalid-credentials');
  });

  test('that looks like another one gives no access to that account', async () => {
    const password = 'correct horse battery';
    await createUser(api.deps, { email: 'owner@example.org', password });
    const body = { email: 'ｏwner@example.org', password };
    expect((await api.refuse(calls.login, { body })).body.id).toBe('invalid-credentials');
  });
});

describe('a password', () => {
  test.each([
    ['signs up nfc and logs in nfd', nfc, nfd],
    ['signs up nfd and logs in nfc', nfd, nfc],
    ['signs up with a space and logs in with one that does not break', nfc, nfc.replaceAll(' ', '\u00A0')],
  ])('%s', async (name, first, second) => {
    const email = `${name.replaceAll(' ', '-')}@example.org`;
    await api.call(calls.signup, { body: { ...names, email, password: first } });
    for (const password of [first, second]) await api.call(calls.login, { body: { email, password } });
    const outer = await api.refuse(calls.login, { body: { email, password: ` ${first}` } });
    expect(outer.body.id).toBe('invalid-credentials');
  });

  test('of 72 bytes once it is normalised is accepted, although it was sent with more', async () => {
    const password = 'ä'.repeat(36).normalize('NFD');
    const email = 'long@example.org';
    await api.call(calls.signup, { body: { ...names, email, password } });
    await api.call(calls.login, { body: { email, password: password.normalize('NFC') } });
    const longer = { ...names, email: 'longer@example.org', password: `${password}a` };
    expect((await api.refuse(calls.signup, { body: longer })).status).toBe(400);
  });
});

test.each([
  ['👩\u200D💻 Ada', '👩\u200D💻 Ada'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['Jo\u0308rg', 'Jörg'],
  ['Acad\u00ADemy\uFEFF', 'Academy'],
])('the name %j is stored as %j', async (typed, name) => {
  const me = await signIn(api.deps);
  const { body } = await api.call(calls.updateAccount, { body: { username: 'customer', name: typed } }, me);
  expect(body.account.name).toBe(name);
});

test.each(['Ada \u202Ecivre', 'Ada\u0007bell', 'Ada\nBell', 'Ada\uD83DBell'])(
  'the name %j is refused',
  async (name) => {
    const me = await signIn(api.deps);
    const { body } = await api.refuse(calls.updateAccount, { body: { username: 'customer', name } }, me);
    expect(body.message).toBe('Please use ordinary characters on one line.');
  },
);
