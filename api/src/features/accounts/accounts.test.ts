import { setTimeout as pause } from 'node:timers/promises';
import { calls, messages } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { cookiesOf } from '../../../testing/cookies';
import { serverUrl } from '../../../testing/database';
import { createUser, grantPremium, signIn } from '../../../testing/factories';
import { replaceQueries } from '../../../testing/statements';
import { Entitlements, MailTokens, Orders, Sessions, Users } from '../../database/entities';
import { ProblemError } from '../../http/problem-error';
import { SESSION_MS } from '../../http/session';
import { createSessions } from './sessions';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});

let count = 0;
function newAccount(overrides: Record<string, unknown> = {}) {
  count += 1;
  return {
    username: 'ada',
    name: 'Ada Lovelace',
    email: `ada-${count}@example.org`,
    password: 'analytical engine',
    ...overrides,
  };
}

const users = () => api.deps.db.getRepository(Users);

test('namesakes are told apart by the account that takeUser names', async () => {
  const accountOf = async () => {
    const headers = await signIn(api.deps, await createUser(api.deps, { name: 'Sam Reed' }));
    return (await api.call(calls.takeUser, { body: {} }, headers)).body;
  };
  const [one, other] = [await accountOf(), await accountOf()];

  expect(one.name).toBe(other.name);
  expect(one.account).not.toBe(other.account);
});

describe('signing up', () => {
  test.each([
    [{ username: 'ab' }, 'body.username', messages.account.nameTooShort],
    [{ name: 'Ada 2' }, 'body.name', messages.account.nameHasNumber],
    [{ email: 'ada@example' }, 'body.email', messages.account.emailInvalid],
    [{ password: 'seven77' }, 'body.password', messages.account.passwordTooShort],
    [{ password: 'ü'.repeat(37) }, 'body.password', messages.account.passwordTooLong],
    [{ password: 'Password123' }, 'body.password', messages.account.passwordTooCommon],
    [{ password: 'qwertyuiop' }, 'body.password', messages.account.passwordTooCommon],
    [
      { email: 'late.comer@example.org', password: 'Late.Comer-1815!' },
      'body.password',
      messages.account.passwordFromContext,
    ],
    [
      { username: 'countess', password: 'countess1815' },
      'body.password',
      messages.account.passwordFromContext,
    ],
    [{ password: 'Surveillance-Academy-1' }, 'body.password', messages.account.passwordFromContext],
  ])('rejects %j with the specified text', async (wrong, path, message) => {
    const { status, body } = await api.refuse(calls.signup, { body: newAccount(wrong) });

    expect(status).toBe(400);
    expect(body).toMatchObject({ id: 'invalid-request', message, errors: [{ path, message }] });
  });

  test.each(['x7'.repeat(32), 'ü'.repeat(36), 'my academy is far away', 'adalovelace likes numbers'])(
    'accepts the password %j, with which a log in works',
    async (password) => {
      const person = newAccount({ password });
      await api.call(calls.signup, { body: person });
      await api.call(calls.login, { body: { email: person.email, password } });
    },
  );

  test('rejects a registered address in any spelling', async () => {
    const person = newAccount();
    await api.call(calls.signup, { body: person });

    const { status, body } = await api.refuse(calls.signup, {
      body: { ...person, email: ` ${person.email.toUpperCase()} ` },
    });

    expect(status).toBe(409);
    expect(body).toMatchObject({ id: 'already-registered', message: 'Already registered' });
  });

  test('accepts a request that is sent again because its answer was lost, and no other one', async () => {
    const requestId = 'a'.repeat(32);
    const person = { ...newAccount(), requestId };
    const first = await api.call(calls.signup, { body: person });
    const again = await api.call(calls.signup, { body: person });

    expect(again.body).toEqual(first.body);
    expect(await users().countBy({ email: person.email })).toBe(1);
    expect(await api.mails(person.email)).toHaveLength(1);
    for (const another of [{ requestId: 'b'.repeat(32) }, { requestId: undefined }])
      expect((await api.refuse(calls.signup, { body: { ...person, ...another } })).status).toBe(409);
    const other = { ...newAccount(), requestId };
    await api.call(calls.signup, { body: other });
    expect(await api.mails(other.email)).toHaveLength(1);
  });

  test('accepts one of twenty simultaneous requests for one address', async () => {
    const body = newAccount();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.fetch(calls.signup.path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(await users().countBy({ email: body.email })).toBe(1);
    expect(await api.mails(body.email)).toHaveLength(1);
  });

  test('stores neither the password nor the mail’s token in plain text', async () => {
    const person = newAccount();
    await api.call(calls.signup, { body: person });

    const user = await users().findOneByOrFail({ email: person.email });
    const [mail] = await api.mails(person.email);
    const secret = /#(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const stored = JSON.stringify([user, await api.deps.db.getRepository(MailTokens).find()]);
    expect(secret).toHaveLength(43);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(person.password);
  });
});

describe('logging in', () => {
  test('returns the token in the body and in an HttpOnly cookie', async () => {
    const user = await createUser(api.deps, { password: 'correct horse' });
    const response = await api.call(calls.login, {
      body: { email: ` ${user.email.toUpperCase()}`, password: 'correct horse' },
    });

    const { token, 'isa-session': marker } = cookiesOf(response);
    expect(token?.value).toBe(response.body.token);
    expect(token?.attributes).toMatchObject({ httponly: true, samesite: 'lax', path: '/' });
    // Only this host gets the cookie: neither the origin of previews nor another name below this one.
    expect(token?.attributes).not.toHaveProperty('domain');
    expect(marker?.value).toBe('1');
    expect(marker?.attributes).not.toHaveProperty('httponly');
    const life = Date.parse(String(token?.attributes['expires'])) - Date.now();
    // The browser's clock may be wrong.
    expect(Math.abs(Number(token?.attributes['max-age']) - 8640)).toBeLessThan(10);
    expect(Math.abs(life - SESSION_MS)).toBeLessThan(60_000);
  });

  test('sets session cookies without "remember me"', async () => {
    const user = await createUser(api.deps, { password: 'correct horse' });
    const response = await api.call(calls.login, {
      body: { email: user.email, password: 'correct horse', remember: false },
    });

    expect(cookiesOf(response)['token']?.attributes).not.toHaveProperty('expires');
  });

  test('marks the cookies as secure on a site with https', async () => {
    const secure = await startApi({ env: { SITE_ORIGIN: 'https://isa.example' } });
    const user = await createUser(secure.deps, { password: 'correct horse' });
    const response = await secure.call(calls.login, {
      body: { email: user.email, password: 'correct horse' },
    });

    expect(cookiesOf(response)['__Host-Http-token']?.attributes).toMatchObject({
      ...{ secure: true, httponly: true, path: '/', samesite: 'lax' },
    });
    expect(response.headers.get('strict-transport-security')).toContain('max-age=');
  });
});

test('attempts that were refused as busy use up no limit', async () => {
  const busy = await startApi({
    env: { RATE_LIMIT_FACTOR: '1' },
    replace: ({ passwords }) => {
      const refuse = () => Promise.reject(new ProblemError('busy'));
      return { passwords: { ...passwords, hash: refuse, matches: refuse } };
    },
  });
  const { headers } = await signIn(busy.deps);
  const person = { username: 'ada', name: 'Ada', email: 'ada@example.org', password: 'correct horse' };
  const change = { currentPassword: 'correct horse', newPassword: 'battery staple' };
  for (let at = 0; at < 30; at += 1) {
    expect((await busy.refuse(calls.signup, { body: person })).status).toBe(503);
    expect((await busy.refuse(calls.changePassword, { body: change }, { headers })).status).toBe(503);
  }
});

test('log ins that were refused as busy do not use up the address’s limit', async () => {
  let refuse = true;
  const busy = await startApi({
    env: { RATE_LIMIT_FACTOR: '1' },
    replace: ({ passwords }) => ({
      passwords: {
        ...passwords,
        matches: (...values) =>
          refuse ? Promise.reject(new ProblemError('busy')) : passwords.matches(...values),
      },
    }),
  });
  const { email } = await createUser(busy.deps, { password: 'correct horse' });
  const body = { email, password: 'correct horse' };
  for (let at = 0; at < 40; at += 1) expect((await busy.refuse(calls.login, { body })).status).toBe(503);
  refuse = false;
  await busy.call(calls.login, { body });
});

describe('a session', () => {
  test('is identified by the token in the body and by the cookie', async () => {
    const { user, token, headers } = await signIn(api.deps);

    const byBody = await api.call(calls.takeUser, { body: { token } });
    const byCookie = await api.call(calls.takeUser, { body: {} }, { headers });

    expect(byBody.body.name).toBe(user.name);
    expect(byCookie.body).toEqual(byBody.body);
  });

  test('expires after 0.1 day, and its cookies are removed', async () => {
    const { headers } = await signIn(api.deps);
    await api.call(calls.takeUser, { body: {} }, { headers });
    api.advance(SESSION_MS + 1);

    const response = await api.refuse(calls.takeUser, { body: {} }, { headers });

    expect(response.body.id).toBe('not-signed-in');
    const { token, 'isa-session': marker } = cookiesOf(response);
    expect([token?.value, marker?.value]).toEqual(['', '']);
    expect(Date.parse(String(token?.attributes['expires']))).toBeLessThan(Date.now());
  });

  if (serverUrl) {
    test('a session that this node of a cluster lacks is found once the node has caught up, and its cookies remain', async () => {
      // The API has a connection of its own, because the answer is kept for a minute.
      const node = await startApi();
      const { headers } = await signIn(node.deps);
      const sessions = node.deps.db.getRepository(Sessions);
      const [session] = await sessions.find({ order: { id: 'DESC' }, take: 1 });
      if (!session) throw new Error('There is no session.');
      await sessions.delete(session.id);
      const sync: string[] = [];
      // MariaDB without a cluster, and MySQL, answer as a node that receives the row late.
      replaceQueries(node.deps.db, async ({ sql }, query) => {
        if (sql.includes('wsrep_on')) return [{ Value: 'ON' }];
        if (!sql.includes('wsrep_sync_wait')) return query();
        sync.push(sql);
        if (sql.endsWith('1')) await sessions.insert(session);
        return [];
      });
      const response = await node.call(calls.takeUser, { body: {} }, { headers });
      await node.close();

      expect(cookiesOf(response)).toEqual({});
      expect(sync).toEqual(['SET SESSION wsrep_sync_wait = 1', 'SET SESSION wsrep_sync_wait = 0']);
    });
  }

  test('ends for every holder of its token when it is logged out', async () => {
    const { token, headers } = await signIn(api.deps);
    await api.call(calls.takeUser, { body: {} }, { headers });

    const response = await api.call(calls.logout, { body: {} }, { headers });

    expect(cookiesOf(response)['token']?.value).toBe('');
    expect((await api.refuse(calls.takeUser, { body: { token } })).status).toBe(401);
    await api.call(calls.logout, { body: {} }, { headers });
  });

  test('is refused by other processes within a second after it was ended', async () => {
    const { token } = await signIn(api.deps);
    const { db, now, background } = api.deps;
    const other = createSessions(db, now, background);
    expect(await other.verify(token)).toBeDefined();

    await api.deps.sessions.end(token);
    const ended = performance.now();
    let lastAccepted = ended;
    for (let asked = ended; await other.verify(token); asked = performance.now()) {
      lastAccepted = asked;
      await pause(20);
    }

    expect(lastAccepted - ended).toBeLessThan(1_000);
  });

  test('is stored without its token', async () => {
    const { token } = await signIn(api.deps);

    const stored = JSON.stringify(await api.deps.db.getRepository(Sessions).find());
    expect(stored).not.toContain(token);
  });
});

describe('a forgotten password', () => {
  async function linkFor(email: string): Promise<string> {
    await api.call(calls.forgotPassword, { body: { email } });
    const mails = await api.mails(email);
    return /\/reset\/(\S+)/.exec(mails.at(-1)?.body ?? '')?.[1] ?? '';
  }

  test('is replaced through the link, which ends sessions, mails the customer and invalidates the old password', async () => {
    const { user, token } = await signIn(api.deps, await createUser(api.deps, { password: 'correct horse' }));
    const link = await linkFor(user.email);

    await api.call(calls.resetPassword, { params: { token: link }, body: { newPassword: 'battery staple' } });

    expect((await api.refuse(calls.takeUser, { body: { token } })).status).toBe(401);
    expect(
      (await api.refuse(calls.login, { body: { email: user.email, password: 'correct horse' } })).status,
    ).toBe(401);
    await api.call(calls.login, { body: { email: user.email, password: 'battery staple' } });
    const mails = await api.mails(user.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['reset-password', 'password-changed']);
  });

  test('a link works once and invalidates the others', async () => {
    const user = await createUser(api.deps);
    const [first, second] = [await linkFor(user.email), await linkFor(user.email)];
    const use = (token: string) => ({ params: { token }, body: { newPassword: 'battery staple' } });
    await api.call(calls.resetPassword, use(second));

    for (const token of [first, second, 'forged']) {
      expect((await api.refuse(calls.resetPassword, use(token))).body.id).toBe('link-expired');
    }
  });

  test('a link that is used ten times concurrently works once', async () => {
    const user = await createUser(api.deps);
    const link = await linkFor(user.email);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        api.fetch(`/api/reset-password/${link}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ newPassword: `battery staple ${at}` }),
        }),
      ),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(410)]);
  });

  test('is not replaced by a common password or by the address, and the link remains', async () => {
    const user = await createUser(api.deps, { email: 'forgetful.person@example.org' });
    const token = await linkFor(user.email);
    for (const [newPassword, message] of [
      ['iloveyou1', messages.account.passwordTooCommon],
      ['forgetfulperson1', messages.account.passwordFromContext],
    ] as const) {
      const { body } = await api.refuse(calls.resetPassword, { params: { token }, body: { newPassword } });
      expect(body).toMatchObject({
        id: 'invalid-request',
        errors: [{ path: 'body.newPassword', message }],
      });
    }
    await api.call(calls.resetPassword, { params: { token }, body: { newPassword: 'battery staple' } });
  });

  test('a link expires after 30 minutes', async () => {
    const user = await createUser(api.deps);
    const link = await linkFor(user.email);
    api.advance(30 * 60 * 1000);

    const response = await api.refuse(calls.resetPassword, {
      params: { token: link },
      body: { newPassword: 'battery staple' },
    });
    expect(response.status).toBe(410);
  });
});

describe('an address', () => {
  const password = 'analytical engine';
  const proof = () => ({ Origin: api.deps.env.siteOrigin });

  /** A new account and the token of its confirmation mail. */
  async function signUp() {
    const person = newAccount();
    await api.call(calls.signup, { body: person });
    const [mail] = await api.mails(person.email);
    const user = await users().findOneByOrFail({ email: person.email });
    return { user, token: /\/verify-email#(\S+)/.exec(mail?.body ?? '')?.[1] ?? '' };
  }
  const isConfirmed = async (id: number) => (await users().findOneByOrFail({ id })).emailVerifiedAt !== null;

  test('is not confirmed by the mail’s link alone, nor in a session of another account', async () => {
    const { user, token } = await signUp();
    const stranger = await signIn(api.deps);

    for (const headers of [{}, proof(), stranger.headers]) {
      const response = await api.refuse(calls.verifyEmail, { body: { token } }, { headers });
      expect([response.status, response.body.id]).toEqual([401, 'password-needed']);
    }
    expect(await isConfirmed(user.id)).toBe(false);
  });

  test('is confirmed in a live session of its account, also when the answer was lost', async () => {
    const { user, token } = await signUp();
    const { headers } = await signIn(api.deps, user);

    await api.call(calls.verifyEmail, { body: { token } }, { headers });

    const confirmed = await users().findOneByOrFail({ id: user.id });
    expect(confirmed.emailVerifiedAt).not.toBeNull();
    api.advance(60_000);
    await api.call(calls.verifyEmail, { body: { token } }, { headers });
    expect(await users().findOneByOrFail({ id: user.id })).toEqual(confirmed);
    expect((await api.refuse(calls.verifyEmail, { body: { token } })).body.id).toBe('password-needed');
  });

  test('is not confirmed by a link that was voided', async () => {
    const { user, token } = await signUp();
    const { headers } = await signIn(api.deps, user);
    await api.deps.db.getRepository(MailTokens).update({ userId: user.id }, { usedAt: api.deps.now() });

    expect((await api.refuse(calls.verifyEmail, { body: { token } }, { headers })).status).toBe(410);
    expect(await isConfirmed(user.id)).toBe(false);
  });

  test('is confirmed with the password of its account, which starts no session', async () => {
    const { user, token } = await signUp();
    const wrong = await api.refuse(calls.verifyEmail, { body: { token, password: 'difference engine' } });
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid credentials !!!']);
    expect(await isConfirmed(user.id)).toBe(false);

    const response = await api.call(calls.verifyEmail, { body: { token, password } });

    expect(await isConfirmed(user.id)).toBe(true);
    expect(cookiesOf(response)).toEqual({});
  });

  test('is not confirmed from another site with the cookie of a session', async () => {
    const { user, token } = await signUp();
    const { headers } = await signIn(api.deps, user);

    const response = await api.refuse(
      calls.verifyEmail,
      { body: { token } },
      { headers: { ...headers, Origin: 'https://evil.example' } },
    );

    expect(response.body.id).toBe('wrong-origin');
    expect(await isConfirmed(user.id)).toBe(false);
  });

  test('is not verified by a link for another purpose', async () => {
    const user = await createUser(api.deps);
    await api.call(calls.forgotPassword, { body: { email: user.email } });
    const [mail] = await api.mails(user.email);
    const token = /\/reset\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';

    expect((await api.refuse(calls.verifyEmail, { body: { token } })).status).toBe(410);
  });

  test('the owner of the address can delete an unconfirmed account that another person created, with its sessions', async () => {
    const { user, token } = await signUp();
    const other = await signIn(api.deps, user);
    await api.call(calls.takeUser, { body: {} }, other);

    await api.call(calls.rejectSignup, { body: { token } });

    expect(await users().countBy({ id: user.id })).toBe(0);
    expect((await api.refuse(calls.takeUser, { body: {} }, other)).status).toBe(401);
    expect((await api.refuse(calls.rejectSignup, { body: { token } })).status).toBe(410);
    await api.call(calls.signup, { body: newAccount({ email: user.email }) });
  });

  test('an account that has bought something is not deleted by the owner of a mistyped address', async () => {
    const { user, token } = await signUp();
    const access = await grantPremium(api.deps, user.id);
    const refuse = () => api.refuse(calls.rejectSignup, { body: { token } });
    const refusal = {
      id: 'account-in-use',
      status: 409,
      message: `Something was bought with this account, so it cannot be deleted here. Please write to us at ${api.deps.env.contact.email}.`,
    };

    expect((await refuse()).body).toMatchObject(refusal);
    // A paid book is enough, and so is access that staff have granted.
    await api.deps.db.getRepository(Entitlements).update({ id: access.id }, { orderId: null });
    const orders = api.deps.db.getRepository(Orders);
    await orders.update({ userId: user.id }, { status: 'cancelled' });
    expect((await refuse()).body).toMatchObject(refusal);
    await api.deps.db.getRepository(Entitlements).delete({ id: access.id });
    await orders.update({ userId: user.id }, { status: 'captured' });
    expect((await refuse()).body).toMatchObject(refusal);
    expect(await users().countBy({ id: user.id })).toBe(1);

    await orders.update({ userId: user.id }, { status: 'cancelled' });
    await api.call(calls.rejectSignup, { body: { token } });
    expect(await users().countBy({ id: user.id })).toBe(0);
  });

  test('an account with a confirmed address is not deleted by its link', async () => {
    const { user, token } = await signUp();
    await api.call(calls.verifyEmail, { body: { token, password } });
    expect((await api.refuse(calls.rejectSignup, { body: { token } })).status).toBe(410);

    const second = await signUp();
    await users().update({ id: second.user.id }, { emailVerifiedAt: api.deps.now() });
    expect((await api.refuse(calls.rejectSignup, { body: { token: second.token } })).status).toBe(410);
    expect(await users().countBy({ id: user.id })).toBe(1);
    expect(await users().countBy({ id: second.user.id })).toBe(1);
  });
});
