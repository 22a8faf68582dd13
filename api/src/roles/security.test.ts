import { get } from 'node:http';
import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../../testing/api';
import { cookiesOf } from '../../testing/cookies';
import { createUser, signIn, signInWithPremium } from '../../testing/factories';
import { liveEnvironment } from '../../testing/live-environment';
import { KnownDevices } from '../database/entities';
import { DEVICE_LIFE_MS } from '../features/accounts/known-devices';
import type { Passwords } from '../features/accounts/passwords';
import { tokenHash } from '../platform/secret-token';

/** Counts hashing instead of timing it: equal work takes equal time. */
let hashed = 0;
function counting(passwords: Passwords): Passwords {
  return {
    ...passwords,
    hash: (...values) => ((hashed += 1), passwords.hash(...values)),
    matches: (...values) => ((hashed += 1), passwords.matches(...values)),
  };
}

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ seeded: true, replace: ({ passwords }) => ({ passwords: counting(passwords) }) });
});
beforeEach(() => (hashed = 0));

const site = () => api.deps.env.siteOrigin;
const withoutRequestId = (body: object) => ({ ...body, requestId: '' });

describe('the existence of an account', () => {
  test('is not revealed by logging in: response and work are the same', async () => {
    const { email } = await createUser(api.deps, { password: 'correct horse' });
    hashed = 0;
    const known = await api.refuse(calls.login, { body: { email, password: 'wrong' } });
    const workForKnown = hashed;
    const unknown = await api.refuse(calls.login, { body: { email: `x${email}`, password: 'wrong' } });

    expect(hashed - workForKnown).toBe(workForKnown);
    expect(known.body).toMatchObject({ status: 401, message: 'Invalid credentials !!!' });
    expect(unknown.status).toBe(known.status);
    expect(withoutRequestId(unknown.body)).toEqual(withoutRequestId(known.body));
    expect(cookiesOf(unknown)).toEqual({});
  });

  test('is not revealed by the time of signing up: the password is hashed before the query', async () => {
    const { email } = await createUser(api.deps);
    const body = { username: 'ada', name: 'Ada', email, password: 'correct horse' };
    await api.refuse(calls.signup, { body });
    const workForKnown = hashed;
    await api.call(calls.signup, { body: { ...body, email: `x${email}` } });

    expect(hashed - workForKnown).toBe(workForKnown);
  });

  test('is not revealed by a forgotten password: nothing is queried before the response', async () => {
    const { email } = await createUser(api.deps);
    const known = await api.call(calls.forgotPassword, { body: { email } });
    const unknown = await api.call(calls.forgotPassword, { body: { email: `x${email}` } });

    expect(unknown.body).toEqual(known.body);
    expect([...unknown.headers.keys()].sort()).toEqual([...known.headers.keys()].sort());
    expect(await api.mails(email)).toHaveLength(1);
    expect(await api.mails(`x${email}`)).toHaveLength(0);
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
    password: 'correct horse',
  };
  await api.call(calls.signup, { body });
  await api.call(calls.forgotPassword, { body: { email: body.email } });

  const mails = await api.mails(body.email);
  expect(mails).toHaveLength(2);
  expect(JSON.stringify(mails)).not.toContain('evil.example');
});

describe('password guessing', () => {
  let strict: TestApi;
  beforeAll(async () => {
    strict = await startApi({
      env: { RATE_LIMIT_FACTOR: '1' },
      replace: ({ passwords }) => ({ passwords: counting(passwords) }),
    });
  });

  const password = 'correct horse';
  const from = (address: string, cookie = '') => ({
    headers: { 'X-Forwarded-For': address, ...(cookie === '' ? {} : { Cookie: cookie }) },
  });
  const guess = (email: string, address: string, cookie = '') =>
    strict.refuse(calls.login, { body: { email, password: 'wrong' } }, from(address, cookie));
  const logIn = (email: string, address: string, cookie = '', right = password) =>
    strict.call(calls.login, { body: { email, password: right } }, from(address, cookie));

  test('delays an account at the guesser’s address with Retry-After, in any spelling and before hashing', async () => {
    const { email } = await createUser(strict.deps, { password });
    for (let at = 0; at < 5; at += 1) {
      const response = await guess(at % 2 ? email : ` ${email.toUpperCase()} `, '192.0.2.1');
      expect([response.status, response.body.message]).toEqual([401, 'Invalid credentials !!!']);
    }
    hashed = 0;

    const refused = await guess(email, '192.0.2.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(hashed).toBe(0);

    strict.advance(1000);
    await logIn(email, '192.0.2.1');
  });

  test('does not lock the owner out at another address', async () => {
    const { email } = await createUser(strict.deps, { password });
    for (let at = 0; at < 10; at += 1) await guess(email, '192.0.2.2');

    await logIn(email, '192.0.2.3');
  });

  test('does not lock the owner out on a known device, even from a hundred addresses and at the same one', async () => {
    const { email } = await createUser(strict.deps, { password });
    const { value, attributes } = cookiesOf(await logIn(email, '198.51.100.1'))['isa-device'] ?? {};
    expect(attributes).toMatchObject({ httponly: true, samesite: 'lax', path: '/' });
    const stored = JSON.stringify(await strict.deps.db.getRepository(KnownDevices).find());
    expect(stored).not.toContain(value);
    for (let at = 0; at < 100; at += 1) await guess(email, `203.0.113.${at}`);
    for (let at = 0; at < 40; at += 1) await guess(email, '198.51.100.1');
    expect((await guess(email, '192.0.2.9')).status).toBe(429);

    const again = await logIn(email, '198.51.100.1', `isa-device=${value ?? ''}`);

    expect(cookiesOf(again)['isa-device']?.value).not.toBe(value);
    expect((await guess(email, '198.51.100.1', `isa-device=${value ?? ''}`)).status).toBe(429);
  });

  test('guesses at one account do not use the known device of another', async () => {
    const [one, other] = [
      await createUser(strict.deps, { password }),
      await createUser(strict.deps, { password }),
    ];
    const cookie = `isa-device=${cookiesOf(await logIn(one.email, '192.0.2.10'))['isa-device']?.value ?? ''}`;
    for (let at = 0; at < 5; at += 1) await guess(other.email, '192.0.2.11');

    expect((await guess(other.email, '192.0.2.11', cookie)).status).toBe(429);
  });

  test('logs a customer in on a device that is no longer known', async () => {
    const { email } = await createUser(strict.deps, { password });
    const cookie = `isa-device=${cookiesOf(await logIn(email, '192.0.2.16'))['isa-device']?.value ?? ''}`;
    strict.advance(DEVICE_LIFE_MS);

    await logIn(email, '192.0.2.16', cookie);
  });

  test('is forgiven after a reset', async () => {
    const { email } = await createUser(strict.deps, { password });
    for (let at = 0; at < 120; at += 1) await guess(email, `203.0.113.${at}`);
    for (let at = 0; at < 10; at += 1) await guess(email, '192.0.2.12');
    await strict.call(calls.forgotPassword, { body: { email } });
    const token = /\/reset\/(\S+)/.exec((await strict.mails(email)).at(-1)?.body ?? '')?.[1] ?? '';
    const body = { newPassword: 'battery staple' };
    await strict.call(calls.resetPassword, { params: { token }, body });

    await logIn(email, '192.0.2.12', '', 'battery staple');
  });

  test('is delayed alike for an unknown address', async () => {
    const email = 'nobody-at-all@example.org';
    for (let at = 0; at < 5; at += 1) expect((await guess(email, '192.0.2.13')).status).toBe(401);
    expect((await guess(email, '192.0.2.13')).status).toBe(429);
  });

  test('is delayed on the page that confirms an address as well', async () => {
    const user = await createUser(strict.deps, { password });
    const { headers } = await signIn(strict.deps, user);
    await strict.call(calls.sendVerification, { body: {} }, { headers });
    const token = /#(\S+)/.exec((await strict.mails(user.email)).at(-1)?.body ?? '')?.[1] ?? '';
    const confirm = () =>
      strict.refuse(calls.verifyEmail, { body: { token, password: 'wrong' } }, from('192.0.2.14'));
    for (let at = 0; at < 5; at += 1) expect((await confirm()).status).toBe(401);
    expect((await confirm()).status).toBe(429);
  });

  test('is not counted for successful log ins', async () => {
    const { email } = await createUser(strict.deps, { password });
    for (let at = 0; at < 15; at += 1) await logIn(email, '192.0.2.15');
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

  test('a session of one customer reveals nothing about another', async () => {
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

describe('a session token in the query', () => {
  const withSession: readonly (keyof typeof calls)[] = [
    ...(['takeUser', 'coursesByUser', 'processPurchase', 'createVideoTicket', 'updateAccount'] as const),
    ...(['readAccount', 'listSessions', 'exportAccount', 'listMyOrders', 'readProgress'] as const),
    ...(['changePassword', 'endAllSessions', 'deleteAccount', 'sendVerification'] as const),
  ];

  test.each(withSession)('is not accepted by %s', async (name) => {
    const { token } = await signIn(api.deps);
    const { method, path } = calls[name];
    const response = await api.fetch(`${path}?token=${token}`, {
      method,
      ...(method === 'GET' ? {} : { headers: { 'Content-Type': 'application/json' }, body: '{"order":[]}' }),
    });

    expect(response.status).toBe(401);
  });

  test('is accepted for the permissions and the video, and not for its captions', async () => {
    const { token } = await signInWithPremium(api.deps);
    const statusOf = async (path: string) => (await api.fetch(`${path}?token=${token}`)).status;

    expect(await statusOf('/api/get-user-permissions')).toBe(200);
    expect(await statusOf('/api/video/1001.mp4')).toBe(200);
    expect(await statusOf('/api/video/1001.captions.vtt')).toBe(401);
    expect(await statusOf('/api/video/1001.chapters.vtt')).toBe(401);
  });
});

test.each([calls.login, calls.signup, calls.forgotPassword, calls.resetPassword])(
  'a form post to $path is refused, from this site and from others',
  async ({ path }) => {
    const { email } = await createUser(api.deps, { password: 'correct horse' });
    for (const site of ['same-origin', 'cross-site']) {
      const response = await api.fetch(path.replace(':token', 'x'), {
        method: 'POST',
        headers: { Accept: 'text/html', 'Sec-Fetch-Site': site },
        body: new URLSearchParams({ email, password: 'correct horse' }),
      });
      expect(response.status).toBe(415);
      expect(cookiesOf(response)).toEqual({});
    }
  },
);

test.each([
  ['', '', undefined],
  ['', 'application/x-www-form-urlencoded', 'token=x'],
  ['?token=x', '', undefined],
  ['?token=x', 'application/x-www-form-urlencoded', 'a=b'],
])('a form of another site logs nobody out: %j %j %j', async (query, type, body) => {
  const { token } = await signIn(api.deps);
  for (const cookie of ['', `token=${token}; isa-session=1`]) {
    const response = await api.fetch(`${calls.logout.path}${query}`, {
      method: 'POST',
      headers: {
        Origin: 'https://evil.example',
        'Sec-Fetch-Site': 'cross-site',
        ...(cookie === '' ? {} : { Cookie: cookie }),
        ...(type === '' ? {} : { 'Content-Type': type }),
      },
      ...(body === undefined ? {} : { body }),
    });
    expect(cookiesOf(response)).toEqual({});
  }
  await api.call(calls.takeUser, { body: { token } });
});

test.each(['//', '///', '//api/books', '/%2f', '//evil.example/api/books'])(
  '%s is an unknown path',
  async (path) => {
    const { port } = new URL(api.url);
    // The request is not sent by `fetch`, which would take the path for a host.
    const { status, body } = await new Promise<{ status: number | undefined; body: string }>(
      (resolve, reject) => {
        get({ host: '127.0.0.1', port, path }, (response) => {
          let text = '';
          response.on('data', (part: Buffer) => (text += part.toString()));
          response.on('end', () => resolve({ status: response.statusCode, body: text }));
        }).on('error', reject);
      },
    );
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ id: 'not-found' });
  },
);

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
        'changeEmail',
        'startReauthentication',
        'startPasskey',
        'addPasskey',
        'renamePasskey',
        'removePasskey',
        'endSession',
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

  test('is rejected when it is sent as a form, because browsers send forms without a preflight', async () => {
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
  test.each(['/api/books', '/api/takeUser', '/api/nothing', '/api/openapi.json', '/api/contract'])(
    'every response of %s has the security headers and reveals no software',
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

  test('no response about a customer is cacheable', async () => {
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
  const live = await startApi({ env: liveEnvironment });
  expect((await live.fetch('/dev/mails')).status).toBe(404);
});
