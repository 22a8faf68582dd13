import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { cookiesOf } from '../../../testing/cookies';
import { createUser, signIn } from '../../../testing/factories';
import { KnownDevices, MailTokens, type User } from '../../database/entities';
import { MAIL_CAPS } from '../../emails/outbox';

const PASSWORD = 'correct horse';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});

const newCustomer = () => createUser(api.deps, { password: PASSWORD, emailVerifiedAt: api.deps.now() });

/** What a browser sends and gets when it asks for a link. */
async function ask(email: string, Cookie = '') {
  const response = await api.call(calls.sendLogInLink, { body: { email } }, { headers: { Cookie } });
  const cookie = cookiesOf(response)['isa-login-link'];
  return { response, cookie, Cookie: `isa-login-link=${cookie?.value ?? ''}` };
}

async function linkIn(email: string): Promise<string> {
  const mail = (await api.mails(email)).findLast(({ kind }) => kind === 'log-in-link');
  return /\/login#link=(\S+)/.exec(mail?.body ?? '')?.[1] ?? 'no link';
}

/** A link and the browser that asked for it. */
async function linkOf({ email }: User) {
  const { Cookie } = await ask(email);
  return { link: await linkIn(email), Cookie };
}

const use = (link: string, Cookie = '') =>
  api.call(calls.linkLogIn, { body: { link } }, { headers: { Cookie } });
async function refusalOf(link: string, Cookie = ''): Promise<string> {
  return (await api.refuse(calls.linkLogIn, { body: { link } }, { headers: { Cookie } })).body.id;
}

test('logs in the browser that asked for the link, as with the password, and makes it a known device', async () => {
  const user = await newCustomer();
  const { link, Cookie } = await linkOf(user);

  const response = await use(link, Cookie);

  const byPassword = await api.call(calls.login, { body: { email: user.email, password: PASSWORD } });
  const { 'isa-login-link': used, ...cookies } = cookiesOf(response);
  expect(used?.value).toBe('');
  expect(Object.keys(cookies).sort()).toEqual(Object.keys(cookiesOf(byPassword)).sort());
  expect(cookies['token']?.attributes).toMatchObject({ httponly: true });
  const token = cookies['token']?.value ?? '';
  expect(JSON.stringify(response.body)).not.toContain(token);
  const { body } = await api.call(calls.takeUser, { body: { token } });
  expect(body.name).toBe(user.name);
  expect(await api.deps.db.getRepository(KnownDevices).countBy({ userId: user.id })).toBe(2);
});

test('lets the owner in while the password has to wait for guesses from many addresses', async () => {
  const strict = await startApi({ env: { RATE_LIMIT_FACTOR: '1' } });
  const { email } = await createUser(strict.deps, {
    password: PASSWORD,
    emailVerifiedAt: strict.deps.now(),
  });
  for (let at = 0; at < 101; at += 1) {
    const headers = { 'X-Forwarded-For': `203.0.${at % 21}.9` };
    await strict.refuse(calls.login, { body: { email, password: 'a guess' } }, { headers });
    if (at % 21 === 20) strict.advance(10_000);
  }
  const headers = { 'X-Forwarded-For': '198.51.100.1' };
  const waiting = await strict.refuse(calls.login, { body: { email, password: PASSWORD } }, { headers });
  expect(waiting.body.id).toBe('too-many-requests');

  const asked = await strict.call(calls.sendLogInLink, { body: { email } }, { headers });
  const browser = cookiesOf(asked)['isa-login-link']?.value ?? '';
  const [mail] = await strict.mails(email);
  const link = /\/login#link=(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
  const own = { ...headers, Cookie: `isa-login-link=${browser}` };
  await strict.call(calls.linkLogIn, { body: { link } }, { headers: own });
});

test('gets the same response, with a cookie, whether or not the account exists and is confirmed', async () => {
  const [user, unconfirmed] = [await newCustomer(), await createUser(api.deps)];
  const answers = [];
  for (const email of [user.email, unconfirmed.email, 'nobody@example.org']) {
    const { response, cookie } = await ask(email);
    expect(cookie?.value).toMatch(/^[\w-]{43}$/);
    const attributes = Object.keys(cookie?.attributes ?? {});
    answers.push([response.status, response.body, [...response.headers.keys()].sort(), attributes]);
  }
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  expect((await api.mails(user.email)).map(({ kind }) => kind)).toEqual(['log-in-link']);
  expect(await api.mails('nobody@example.org')).toEqual([]);
});

test('an unconfirmed address gets a link to a new password instead, since a stranger may know the present one', async () => {
  const user = await createUser(api.deps, { password: PASSWORD });
  await ask(user.email);

  expect((await api.mails(user.email)).map(({ kind }) => kind)).toEqual(['reset-password']);
});

test('works in no other browser, and stays valid for the right one', async () => {
  const user = await newCustomer();
  const { link, Cookie } = await linkOf(user);
  const stranger = await ask('nobody@example.org');

  expect(await refusalOf(link)).toBe('other-browser');
  expect(await refusalOf(link, 'isa-login-link=short')).toBe('other-browser');
  expect(await refusalOf(link, stranger.Cookie)).toBe('link-expired');
  await use(link, Cookie);
});

test('neither the browser’s secret alone, nor a link of another kind, nor a forged link logs anyone in', async () => {
  const user = await newCustomer();
  const { Cookie } = await linkOf(user);
  await api.call(calls.forgotPassword, { body: { email: user.email } });
  const reset = /\/reset\/(\S+)/.exec((await api.mails(user.email)).at(-1)?.body ?? '')?.[1] ?? '';

  for (const forged of [Cookie.split('=')[1] ?? '', reset, 'x'.repeat(43)])
    expect(await refusalOf(forged, Cookie)).toBe('link-expired');
});

test('works once, even when it is used ten times at the same time, and voids earlier ones', async () => {
  const user = await newCustomer();
  const { Cookie } = await ask(user.email);
  const earlier = await linkIn(user.email);
  await ask(user.email, Cookie);
  const link = await linkIn(user.email);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () =>
      api.fetch(calls.linkLogIn.path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie },
        body: JSON.stringify({ link }),
      }),
    ),
  );

  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(410)]);
  expect(await refusalOf(earlier, Cookie)).toBe('link-expired');
});

test('an earlier link works in the browser that asked for both', async () => {
  const user = await newCustomer();
  const { Cookie } = await ask(user.email);
  const earlier = await linkIn(user.email);
  expect((await ask(user.email, Cookie)).Cookie).toBe(Cookie);

  await use(earlier, Cookie);
});

test.each<[string, (user: User) => Promise<unknown>]>([
  ['10 minutes', async () => api.advance(10 * 60_000)],
  [
    'a change of the password',
    async (user) => {
      const body = { currentPassword: PASSWORD, newPassword: 'battery staple' };
      return api.call(calls.changePassword, { body }, await signIn(api.deps, user));
    },
  ],
  [
    'a reset',
    async ({ email }) => {
      await api.call(calls.forgotPassword, { body: { email } });
      const token = /\/reset\/(\S+)/.exec((await api.mails(email)).at(-1)?.body ?? '')?.[1] ?? '';
      return api.call(calls.resetPassword, { params: { token }, body: { newPassword: 'battery staple' } });
    },
  ],
])('ends after %s', async (_name, end) => {
  const user = await newCustomer();
  const { link, Cookie } = await linkOf(user);
  await end(user);

  expect(await refusalOf(link, Cookie)).toBe('link-expired');
});

test('neither the mailed token nor the browser’s secret is stored', async () => {
  const { link, Cookie } = await linkOf(await newCustomer());

  const stored = JSON.stringify(await api.deps.db.getRepository(MailTokens).find());
  expect(link).toHaveLength(43);
  expect(stored).not.toContain(link);
  expect(stored).not.toContain(Cookie.split('=')[1]);
});

test('a mailbox gets ten links a day at most, and an account three in a quarter of an hour', async () => {
  const user = await newCustomer();
  for (let at = 0; at < MAIL_CAPS.logInLinks.perDay + 2; at += 1) {
    await ask(user.email);
    // Mails that are written at the same time do not count each other, so each is awaited.
    await api.mails(user.email);
  }
  expect(await api.mails(user.email)).toHaveLength(MAIL_CAPS.logInLinks.perDay);

  const strict = await startApi({ env: { RATE_LIMIT_FACTOR: '1' } });
  const { email } = await createUser(strict.deps, { emailVerifiedAt: strict.deps.now() });
  for (let at = 0; at < 5; at += 1) await strict.call(calls.sendLogInLink, { body: { email } });
  expect(await strict.mails(email)).toHaveLength(3);
});
