import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../testing/api';
import { cookiesOf } from '../testing/cookies';
import { createUser, signIn } from '../testing/factories';
import type { Passwords } from './features/accounts/passwords';
import { tokenHash } from './secret-token';

/** Counts hashing instead of timing it: equal work takes equal time. */
let hashed = 0;
function counting(passwords: Passwords): Passwords {
  return {
    ...passwords,
    hash: (password) => ((hashed += 1), passwords.hash(password)),
    matches: (password, stored) => ((hashed += 1), passwords.matches(password, stored)),
  };
}

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ seeded: true, replace: ({ passwords }) => ({ passwords: counting(passwords) }) });
});
beforeEach(() => (hashed = 0));
afterAll(() => api.close());

const site = () => api.deps.env.siteOrigin;
const withoutRequestId = (body: object) => ({ ...body, requestId: '' });

describe('whether an account exists is not revealed', () => {
  test('by logging in: response and work are the same', async () => {
    const { email } = await createUser(api.deps, { password: 'correct horse' });
    hashed = 0;
    const known = await api.refuse(calls.login, { body: { email, password: 'wrong' } });
    const workForKnown = hashed;
    const unknown = await api.refuse(calls.login, { body: { email: `x${email}`, password: 'wrong' } });

    expect(hashed - workForKnown).toBe(workForKnown);
    expect(unknown.status).toBe(known.status);
    expect(withoutRequestId(unknown.body)).toEqual(withoutRequestId(known.body));
  });

  test('by the time of signing up: the password is hashed before the query', async () => {
    const { email } = await createUser(api.deps);
    const body = { username: 'ada', name: 'Ada', email, password: 'correct horse' };
    await api.refuse(calls.signup, { body });
    const workForKnown = hashed;
    await api.call(calls.signup, { body: { ...body, email: `x${email}` } });

    expect(hashed - workForKnown).toBe(workForKnown);
  });

  test('by a forgotten password: nothing is queried before the response', async () => {
    const { email } = await createUser(api.deps);
    const known = await api.call(calls.forgotPassword, { body: { email } });
    const unknown = await api.call(calls.forgotPassword, { body: { email: `x${email}` } });

    expect(unknown.body).toEqual(known.body);
    expect([...unknown.headers.keys()].sort()).toEqual([...known.headers.keys()].sort());
  });

  test('an invalid reset link costs no hashing', async () => {
    await api.refuse(calls.resetPassword, {
      params: { token: 'x'.repeat(43) },
      body: { newPassword: 'battery staple' },
    });

    expect(hashed).toBe(0);
  });
});

test('no mail contains a name chosen by a stranger', async () => {
  const body = {
    username: 'ada',
    name: 'WIN at evil.example',
    email: 'victim@example.org',
    password: '12345678',
  };
  await api.call(calls.signup, { body });
  await api.call(calls.forgotPassword, { body: { email: body.email } });

  const mails = await api.mails(body.email);
  expect(mails).toHaveLength(2);
  expect(JSON.stringify(mails)).not.toContain('evil.example');
});

describe('password guessing', () => {
  test('is limited per account, across addresses, before any hashing', async () => {
    const strict = await startApi({
      env: { RATE_LIMIT_FACTOR: '1' },
      replace: ({ passwords }) => ({ passwords: counting(passwords) }),
    });
    try {
      const { email } = await createUser(strict.deps, { password: 'correct horse' });
      const guess = (at: number) =>
        strict.refuse(
          calls.login,
          { body: { email: at % 2 ? email : ` ${email.toUpperCase()} `, password: 'wrong' } },
          { headers: { 'X-Forwarded-For': `192.0.2.${at}` } },
        );
      for (let at = 0; at < 10; at += 1) expect((await guess(at)).status).toBe(401);
      hashed = 0;

      expect((await guess(11)).status).toBe(429);
      expect(hashed).toBe(0);
    } finally {
      await strict.close();
    }
  });

  test('is not counted for successful log ins', async () => {
    const strict = await startApi({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const { email } = await createUser(strict.deps, { password: 'correct horse' });
      for (let at = 0; at < 15; at += 1) {
        await strict.call(calls.login, { body: { email, password: 'correct horse' } });
      }
    } finally {
      await strict.close();
    }
  });
});

describe('a session', () => {
  test.each([
    'x'.repeat(43),
    '',
    ' ',
    'null',
    "' OR 1=1 --",
    '../../etc/passwd',
    'eyJhbGciOiJub25lIn0.eyJ1c2VySWQiOjF9.',
  ])('rejects the forged token %j', async (token) => {
    const byCookie = await api.refuse(
      calls.takeUser,
      { body: {} },
      { headers: { Cookie: `token=${encodeURIComponent(token)}`, Origin: site() } },
    );
    const byBody = await api.fetch('/api/takeUser', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });

    expect(byCookie.status).toBe(401);
    expect([400, 401]).toContain(byBody.status);
  });

  test('rejects the hash that the database stores', async () => {
    const { token } = await signIn(api.deps);

    expect((await api.refuse(calls.takeUser, { body: { token: tokenHash(token) } })).status).toBe(401);
  });

  test('cannot be planted: logging in replaces the browser’s token', async () => {
    const planted = await signIn(api.deps);
    const { email } = await createUser(api.deps, { password: 'correct horse' });
    const response = await api.call(
      calls.login,
      { body: { email, password: 'correct horse' } },
      { headers: { Cookie: `token=${planted.token}` } },
    );

    expect(cookiesOf(response)['token']?.value).not.toBe(planted.token);
    expect((await api.refuse(calls.takeUser, { body: { token: planted.token } })).status).toBe(401);
  });

  test('of one customer reveals nothing about another', async () => {
    const [one, other] = [await signIn(api.deps), await signIn(api.deps)];
    const { body: mine } = await api.call(calls.listSessions, {}, one);
    const { body: theirs } = await api.call(calls.listSessions, {}, other);

    const ids = mine.sessions.map(({ id }) => id);
    expect(theirs.sessions.some(({ id }) => ids.includes(id))).toBe(false);
    await api.call(calls.endAllSessions, { body: {} }, one);
    await api.call(calls.takeUser, { body: {} }, other);
  });

  test('a token in the body takes precedence over the cookie', async () => {
    const [one, other] = [await signIn(api.deps), await signIn(api.deps)];
    const { body } = await api.call(calls.takeUser, { body: { token: one.token } }, other);

    expect(body.name).toBe(one.user.name);
    const forged = await api.refuse(calls.takeUser, { body: { token: 'forged' } }, other);
    expect(forged.status).toBe(401);
  });
});

describe('a change authorised by the cookie', () => {
  const changes = Object.entries(calls).filter(
    ([name, { method }]) =>
      method !== 'GET' &&
      [
        'logout',
        'takeUser',
        'coursesByUser',
        'createVideoTicket',
        'updateAccount',
        'changePassword',
        'endAllSessions',
        'deleteAccount',
        'sendVerification',
        'processPurchase',
      ].includes(name),
  );

  test.each(changes)('%s is rejected from another site', async (_name, call) => {
    const { token } = await signIn(api.deps);
    const foreign: Record<string, string>[] = [
      {},
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${site()}.evil.example` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: site() },
      { 'Sec-Fetch-Site': 'none' },
      { Referer: `${site()}/account` },
    ];
    for (const headers of foreign) {
      const response = await api.refuse(
        call,
        { body: { order: [{ quantity: 1 }] } },
        { headers: { Cookie: `token=${token}`, ...headers } },
      );
      expect([response.status, response.body.id]).toEqual([403, 'wrong-origin']);
    }
    await api.call(calls.takeUser, { body: { token } });
  });

  test.each([{ Origin: 'http://localhost:3000' }, { 'Sec-Fetch-Site': 'same-origin' }])(
    'is accepted from this site: %j',
    async (headers) => {
      const { token } = await signIn(api.deps);
      await api.call(
        calls.endAllSessions,
        { body: {} },
        { headers: { Cookie: `token=${token}`, ...headers } },
      );
      expect((await api.refuse(calls.takeUser, { body: { token } })).status).toBe(401);
    },
  );

  test('is rejected as a form, which needs no preflight', async () => {
    const { headers } = await signIn(api.deps);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      const response = await api.fetch(calls.endAllSessions.path, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': type },
        body: 'a=b',
      });
      expect(response.status).toBe(415);
    }
  });
});

describe('every response', () => {
  test.each(['/api/books', '/api/takeUser', '/api/nothing', '/api/openapi.json'])(
    'of %s has the security headers and reveals no software',
    async (path) => {
      const { headers } = await api.fetch(path);

      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test('about a customer is not cacheable', async () => {
    const { headers, token } = await signIn(api.deps);
    const private_ = [
      await api.fetch(calls.readAccount.path, { headers }),
      await api.fetch(`${calls.getUserPermissions.path}?token=${token}`),
      await api.fetch(calls.takeUser.path, { method: 'POST', headers: { ...headers } }),
    ];
    expect(private_.map((response) => response.headers.get('cache-control'))).toEqual(
      private_.map(() => 'no-store'),
    );
  });
});

test('the page of development mails does not exist in production', async () => {
  const live = await startApi({
    env: {
      NODE_ENV: 'production',
      SITE_ORIGIN: 'https://isa.example',
      APP_SECRET: 'x'.repeat(32),
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'no-reply@isa.example',
      SUPPORT_EMAIL: 'desk@isa.example',
      PAYPAL_CLIENT_ID: 'live-client',
      PAYPAL_CLIENT_SECRET: 'live-secret',
      PAYPAL_WEBHOOK_ID: 'live-webhook',
      PAYPAL_API_URL: 'https://api-m.paypal.com',
      PAYPAL_SDK_URL: 'https://www.paypal.com/sdk/js',
    },
  });
  try {
    expect((await live.fetch('/dev/mails')).status).toBe(404);
  } finally {
    await live.close();
  }
});
