import { type CallInput, calls, MAX_PASSKEYS, messages } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import {
  addPasskey,
  createPasskey,
  type Deviation,
  logInWith,
  proveWith,
} from '../../../testing/authenticator';
import { cookiesOf } from '../../../testing/cookies';
import { createUser, type SignedIn, signIn } from '../../../testing/factories';
import { PasskeyChallenges, Passkeys, Sessions, Users } from '../../database/entities';
import { openDeps } from '../../roles/deps';
import { removeExpired } from '../../database/housekeeping';
import { CHALLENGE_MS, createPasskeyChallenges } from './passkey-ceremonies';

const password = 'correct horse';

let api: TestApi;
let me: SignedIn;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  me = await signIn(api.deps, await createUser(api.deps, { password }));
});

const rows = () => api.deps.db.getRepository(Passkeys);
const site = () => api.deps.env.siteOrigin;

async function creationOptions(customer = me) {
  return (await api.call(calls.startPasskey, { body: { password } }, customer)).body.options;
}

const add = (passkey: CallInput<'addPasskey'>['body']['passkey'], name = 'Laptop') => ({
  body: { name, passkey },
});

/** Deviations that no ceremony accepts. */
const forged: readonly (readonly [string, Deviation])[] = [
  ['of another site', { origin: 'https://evil.example' }],
  ['of a page on another port', { origin: 'http://localhost:4000' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['without user verification', { userVerified: false }],
  ['of the other ceremony', { type: 'payment.get' }],
];

describe('adding a passkey', () => {
  test('saves it with its name, mails the customer and lists it without its key', async () => {
    const { row } = await addPasskey(api, me, { name: ' Ada’s iPhone 15 ', backedUp: true });

    expect(row).toMatchObject({ name: 'Ada’s iPhone 15', lastUsedAt: null, backedUp: true });
    expect((await api.call(calls.listPasskeys, {}, me)).body.passkeys).toEqual([row]);
    expect((await api.mails(me.user.email)).at(-1)?.kind).toBe('passkey-added');
    const { body } = await api.call(calls.exportAccount, {}, me);
    expect(body.passkeys).toEqual([row]);
    const stored = await rows().findOneByOrFail({ id: row.id });
    expect(JSON.stringify(body)).not.toContain(stored.credentialId);
    expect(JSON.stringify(body)).not.toContain(stored.publicKey);
  });

  test('asks for a new discoverable credential with user verification', async () => {
    const first = await creationOptions();
    const { creation } = await addPasskey(api, me);
    const second = await creationOptions();

    expect(first).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: me.user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(second.excludeCredentials).toEqual([
      { id: creation.id, type: 'public-key', transports: ['internal'] },
    ]);
    expect(second.challenge).not.toBe(first.challenge);
  });

  test.each(['apple', 'packed', 'tpm', 'android-key', 'unknown'])(
    'does not examine attestation statements: %s',
    async (attestation) => {
      const { row } = await addPasskey(api, me, { attestation });

      expect((await api.call(calls.listPasskeys, {}, me)).body.passkeys).toEqual([row]);
    },
  );

  test('uses a random handle, the same for all passkeys of the account', async () => {
    const [one, again] = [await creationOptions(), await creationOptions()];
    const other = await creationOptions(await signIn(api.deps, await createUser(api.deps, { password })));

    expect(one.user.id).toMatch(/^[\w-]{43}$/);
    expect(again.user.id).toBe(one.user.id);
    expect(other.user.id).not.toBe(one.user.id);
  });

  test.each([
    [{}, 400, 'invalid-request'],
    [{ password: 'wrong horse' }, 401, 'invalid-credentials'],
    [{ password, passkey: {} }, 400, 'invalid-request'],
  ])('needs proof of the owner: %j', async (body, status, id) => {
    expect((await api.refuse(calls.startPasskey, { body }, me)).body).toMatchObject({ status, id });
  });

  test.each([...forged, ['with the type of an assertion', { type: 'webauthn.get' }] as const])(
    'rejects a credential %s',
    async (_name, deviation) => {
      const { creation } = createPasskey(await creationOptions(), site(), deviation);

      const { body } = await api.refuse(calls.addPasskey, add(creation), me);

      expect(body).toMatchObject({ status: 401, id: 'invalid-passkey' });
      expect(await rows().countBy({ userId: me.user.id })).toBe(0);
    },
  );

  test.each([
    ['of our making', () => Promise.resolve('x'.repeat(43))],
    [
      'for a login',
      async () => (await api.call(calls.startPasskeyLogin, { body: {} })).body.options.challenge,
    ],
    [
      'for re-authentication',
      async () => (await api.call(calls.startReauthentication, { body: {} }, me)).body.options.challenge,
    ],
    [
      'of another session of the account',
      async () => (await creationOptions(await signIn(api.deps, me.user))).challenge,
    ],
    [
      'of another account',
      async () =>
        (await creationOptions(await signIn(api.deps, await createUser(api.deps, { password })))).challenge,
    ],
  ])('rejects a challenge %s', async (_name, challengeOf) => {
    const challenge = await challengeOf();
    const { creation } = createPasskey(await creationOptions(), site(), { challenge });

    const { body } = await api.refuse(calls.addPasskey, add(creation), me);

    expect(body).toMatchObject({ status: 410, id: 'passkey-expired' });
    expect(await rows().countBy({ userId: me.user.id })).toBe(0);
  });

  test('rejects an expired challenge', async () => {
    const { creation } = createPasskey(await creationOptions(), site());
    api.advance(CHALLENGE_MS);

    expect((await api.refuse(calls.addPasskey, add(creation), me)).body.id).toBe('passkey-expired');
  });

  test('accepts one of two simultaneous uses of a challenge', async () => {
    const { creation } = createPasskey(await creationOptions(), site());
    const responses = await Promise.allSettled([
      api.call(calls.addPasskey, add(creation), me),
      api.call(calls.addPasskey, add(creation), me),
    ]);

    expect(responses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rows().countBy({ userId: me.user.id })).toBe(1);
  });

  test('rejects the credential of another account', async () => {
    const other = await signIn(api.deps, await createUser(api.deps, { password }));
    const { id } = (await addPasskey(api, other)).creation;
    const { creation } = createPasskey(await creationOptions(), site(), { id });

    expect((await api.refuse(calls.addPasskey, add(creation), me)).body.id).toBe('passkey-exists');
  });

  test('rejects the eleventh passkey, even when two are added at once', async () => {
    for (let at = 1; at < MAX_PASSKEYS; at += 1) await addPasskey(api, me);
    const creations = [
      createPasskey(await creationOptions(), site()).creation,
      createPasskey(await creationOptions(), site()).creation,
    ];

    const responses = await Promise.allSettled(
      creations.map((creation) => api.call(calls.addPasskey, add(creation), me)),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(
      JSON.stringify(responses.map((response) => ('reason' in response ? String(response.reason) : ''))),
    ).toContain('too-many-passkeys');
    expect(await rows().countBy({ userId: me.user.id })).toBe(MAX_PASSKEYS);
    const { body } = await api.refuse(calls.startPasskey, { body: { password } }, me);
    expect(body.id).toBe('too-many-passkeys');
  });

  test.each(['', '   ', 'x'.repeat(61), 'a\u0000b', 'evil\u202ename'])(
    'rejects the name %j',
    async (name) => {
      const { creation } = createPasskey(await creationOptions(), site());
      const { row } = await addPasskey(api, me);
      const message = messages.account.passkeyNameInvalid;

      const added = await api.refuse(calls.addPasskey, add(creation, name), me);
      expect(added.body).toMatchObject({ id: 'invalid-request', errors: [{ path: 'body.name', message }] });
      const input = { params: { passkeyId: row.id }, body: { name } };
      expect((await api.refuse(calls.renamePasskey, input, me)).body.errors).toEqual([
        { path: 'body.name', message },
      ]);
    },
  );
});

describe('logging in with a passkey', () => {
  const logIn = (passkey: CallInput<'passkeyLogin'>['body']['passkey'], remember?: boolean) => ({
    body: { passkey, ...(remember === undefined ? {} : { remember }) },
  });

  test('asks for no particular credential', async () => {
    const { body } = await api.call(calls.startPasskeyLogin, { body: {} });

    expect(body.options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  test.each([true, false, undefined])('sets the cookies of a login, remember: %j', async (remember) => {
    const passkey = await addPasskey(api, me);
    const body = { email: me.user.email, password, ...(remember === undefined ? {} : { remember }) };
    const byPassword = cookiesOf(await api.call(calls.login, { body }));

    const response = await api.call(calls.passkeyLogin, logIn(await logInWith(api, passkey), remember));

    const byPasskey = cookiesOf(response);
    expect(Object.keys(byPasskey).sort()).toEqual(Object.keys(byPassword).sort());
    expect(Object.keys(byPasskey)).toEqual(expect.arrayContaining(['token', 'isa-device', 'isa-checkout']));
    for (const [name, { attributes }] of Object.entries(byPasskey)) {
      const { expires, ...others } = attributes;
      const { expires: expected, ...same } = byPassword[name]?.attributes ?? {};
      expect([name, typeof expires, others]).toEqual([name, typeof expected, same]);
    }
    expect(byPasskey['token']?.value).toBe(response.body.token);
    const { body: taken } = await api.call(calls.takeUser, { body: { token: response.body.token } });
    expect(taken.name).toBe(me.user.name);
  });

  test('ends the browser’s previous session, makes the browser known and counts the use', async () => {
    const passkey = await addPasskey(api, me, { counter: 3 });
    const planted = await signIn(api.deps);
    const headers = { Cookie: `token=${planted.token}`, 'User-Agent': 'Firefox' };

    const response = await api.call(
      calls.passkeyLogin,
      logIn(await logInWith(api, passkey, { counter: 4, backedUp: true })),
      { headers },
    );

    expect((await api.refuse(calls.takeUser, { body: { token: planted.token } })).status).toBe(401);
    const device = cookiesOf(response)['isa-device']?.value ?? '';
    const again = await api.call(calls.passkeyLogin, logIn(await logInWith(api, passkey, { counter: 5 })), {
      headers: { Cookie: `isa-device=${device}` },
    });
    expect(cookiesOf(again)['isa-device']?.value).not.toBe(device);
    expect(await rows().findOneByOrFail({ id: passkey.row.id })).toMatchObject({
      counter: 5,
      backedUp: false,
    });
    const sessions = await api.deps.db.getRepository(Sessions).findBy({ userId: me.user.id });
    expect(sessions.map(({ userAgent }) => userAgent)).toContain('Firefox');
    const { body } = await api.call(calls.listPasskeys, {}, me);
    expect(body.passkeys[0]?.lastUsedAt).toEqual(expect.any(String));
  });

  test.each([...forged, ['with the handle of another account', { userHandle: 'x'.repeat(43) }] as const])(
    'rejects an assertion %s',
    async (_name, deviation) => {
      const passkey = await addPasskey(api, me);

      const { body } = await api.refuse(calls.passkeyLogin, logIn(await logInWith(api, passkey, deviation)));

      expect(body).toMatchObject({ status: 401, id: 'invalid-passkey' });
    },
  );

  test('rejects a signature made with another key or over changed data', async () => {
    const [mine, other] = [await addPasskey(api, me), createPasskey(await creationOptions(), site())];
    const stranger = await logInWith(api, other);
    const mixed = { ...stranger, id: mine.creation.id, rawId: mine.creation.id };
    expect((await api.refuse(calls.passkeyLogin, logIn(mixed))).body.id).toBe('invalid-passkey');

    const changed = await logInWith(api, mine);
    const { body } = await api.call(calls.startPasskeyLogin, { body: {} });
    const { clientDataJSON } = mine.sign(body.options).response;
    const response = { ...changed.response, clientDataJSON };
    expect((await api.refuse(calls.passkeyLogin, logIn({ ...changed, response }))).body.id).toBe(
      'invalid-passkey',
    );
  });

  test('rejects a replayed assertion', async () => {
    const assertion = await logInWith(api, await addPasskey(api, me));
    await api.call(calls.passkeyLogin, logIn(assertion));

    const { body } = await api.refuse(calls.passkeyLogin, logIn(assertion));

    expect(body).toMatchObject({ status: 410, id: 'passkey-expired' });
  });

  test('rejects an expired challenge and one of re-authentication', async () => {
    const passkey = await addPasskey(api, me);
    const proof = await proveWith(api, me, passkey);
    expect((await api.refuse(calls.passkeyLogin, logIn(proof))).body.id).toBe('passkey-expired');

    const assertion = await logInWith(api, passkey);
    api.advance(CHALLENGE_MS);
    expect((await api.refuse(calls.passkeyLogin, logIn(assertion))).body.id).toBe('passkey-expired');
  });

  test.each([
    [5, 5],
    [5, 4],
    [5, 0],
  ])('rejects a copied authenticator, whose counter goes from %d to %d', async (counter, next) => {
    const passkey = await addPasskey(api, me, { counter });
    const assertion = await logInWith(api, passkey, { counter: next });

    expect((await api.refuse(calls.passkeyLogin, logIn(assertion))).body.id).toBe('invalid-passkey');
  });

  test('accepts one of two simultaneous assertions with the same counter, and counters beyond 2^31', async () => {
    const counter = 2 ** 32 - 1;
    const passkey = await addPasskey(api, me, { counter: 2 ** 31 });
    const assertions = [
      await logInWith(api, passkey, { counter }),
      await logInWith(api, passkey, { counter }),
    ];

    const responses = await Promise.allSettled(
      assertions.map((assertion) => api.call(calls.passkeyLogin, logIn(assertion))),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await rows().findOneByOrFail({ id: passkey.row.id })).counter).toBe(counter);
  });

  test('accepts one of two simultaneous uses of a challenge', async () => {
    const assertion = await logInWith(api, await addPasskey(api, me));

    const responses = await Promise.allSettled([
      api.call(calls.passkeyLogin, logIn(assertion)),
      api.call(calls.passkeyLogin, logIn(assertion)),
    ]);

    expect(responses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('rejects removed passkeys and those of deleted accounts', async () => {
    const [removed, orphaned] = [await addPasskey(api, me), await addPasskey(api, me)];
    const input = { params: { passkeyId: removed.row.id }, body: { password } };
    await api.call(calls.removePasskey, input, me);
    expect((await api.refuse(calls.passkeyLogin, logIn(await logInWith(api, removed)))).body.id).toBe(
      'invalid-passkey',
    );

    const passkey = await proveWith(api, me, orphaned);
    await api.call(calls.deleteAccount, { body: { passkey } }, me);
    expect((await api.refuse(calls.passkeyLogin, logIn(await logInWith(api, orphaned)))).body.id).toBe(
      'invalid-passkey',
    );
    expect(await rows().countBy({ userId: me.user.id })).toBe(0);
  });
});

describe('renaming and removing', () => {
  test('renames without proof', async () => {
    const { row } = await addPasskey(api, me);
    const input = { params: { passkeyId: row.id }, body: { name: 'Phone' } };

    expect((await api.call(calls.renamePasskey, input, me)).body.passkey).toEqual({ ...row, name: 'Phone' });
  });

  test('removes a passkey after proof, mails the customer and keeps the password', async () => {
    const { row } = await addPasskey(api, me);
    const input = { params: { passkeyId: row.id } };
    await api.refuse(calls.removePasskey, { ...input, body: { password: 'wrong horse' } }, me);
    await api.call(calls.removePasskey, { ...input, body: { password } }, me);

    expect((await api.call(calls.listPasskeys, {}, me)).body.passkeys).toEqual([]);
    expect((await api.mails(me.user.email)).at(-1)?.kind).toBe('passkey-removed');
    await api.call(calls.login, { body: { email: me.user.email, password } });
  });
});

describe('a passkey as proof of the owner', () => {
  const newPassword = 'battery staple';

  test('works instead of the password, once', async () => {
    const passkey = await addPasskey(api, me);
    const { body } = await api.call(calls.startReauthentication, { body: {} }, me);
    expect(body.options.allowCredentials.map(({ id }) => id)).toEqual([passkey.creation.id]);
    const proof = { passkey: passkey.sign(body.options) };
    await api.call(calls.changePassword, { body: { ...proof, newPassword } }, me);
    await api.call(calls.login, { body: { email: me.user.email, password: newPassword } });

    const replayed = await api.refuse(calls.startPasskey, { body: proof }, me);
    expect(replayed.body.id).toBe('passkey-expired');
    await api.call(calls.startPasskey, { body: { passkey: await proveWith(api, me, passkey) } }, me);
  });

  test.each(forged)('is refused %s', async (_name, deviation) => {
    const passkey = await proveWith(api, me, await addPasskey(api, me), deviation);

    const { body } = await api.refuse(calls.deleteAccount, { body: { passkey } }, me);

    expect(body).toMatchObject({ status: 401, id: 'invalid-passkey' });
    await api.call(calls.takeUser, { body: {} }, me);
  });

  test('is refused with a challenge of a login, of another session or of a removed session', async () => {
    const passkey = await addPasskey(api, me);
    const other = await signIn(api.deps, me.user);
    const assertions = [await logInWith(api, passkey), await proveWith(api, other, passkey)];
    for (const assertion of assertions) {
      const { body } = await api.refuse(calls.deleteAccount, { body: { passkey: assertion } }, me);
      expect(body).toMatchObject({ status: 410, id: 'passkey-expired' });
    }

    await proveWith(api, other, passkey);
    await api.call(calls.logout, { body: {} }, other);
    const left = await api.deps.db.getRepository(PasskeyChallenges).find();
    const sessions = await api.deps.db.getRepository(Sessions).find();
    const live = new Set([null, ...sessions.map(({ id }) => id)]);
    expect(left.filter(({ sessionId }) => !live.has(sessionId))).toEqual([]);
  });

  test('a passkey of another account is refused', async () => {
    const other = await signIn(api.deps, await createUser(api.deps, { password }));
    const theirs = await addPasskey(api, other);
    const passkey = await proveWith(api, me, theirs);

    expect((await api.refuse(calls.deleteAccount, { body: { passkey } }, me)).body.id).toBe(
      'invalid-passkey',
    );
  });

  test('is limited together with passwords', async () => {
    const strict = await startApi({ env: { RATE_LIMIT_FACTOR: '1' } });
    const customer = await signIn(strict.deps, await createUser(strict.deps, { password }));
    const passkey = await addPasskey(strict, customer);
    for (let at = 1; at < 10; at += 1) {
      const body =
        at % 2
          ? { password: 'wrong horse' }
          : { passkey: await proveWith(strict, customer, passkey, { userVerified: false }) };
      expect((await strict.refuse(calls.deleteAccount, { body }, customer)).status).toBe(401);
    }
    const { status } = await strict.refuse(calls.deleteAccount, { body: { password } }, customer);
    expect(status).toBe(429);
  });
});

test('a challenge is used by one of two processes', async () => {
  const other = await openDeps(api.deps.env);
  try {
    const challenge = 'x'.repeat(43);
    const processes = [api.deps, other.deps].map(createPasskeyChallenges);
    await processes[0]?.save(challenge, 'log-in', undefined);

    const uses = await Promise.allSettled(processes.map(({ use }) => use(challenge, 'log-in', undefined)));

    expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  } finally {
    await other.close();
  }
});

test('expired challenges are swept', async () => {
  await api.call(calls.startPasskeyLogin, { body: {} });
  api.advance(CHALLENGE_MS);
  await api.call(calls.startPasskeyLogin, { body: {} });
  await removeExpired(api.deps);

  expect(await api.deps.db.getRepository(PasskeyChallenges).count()).toBe(1);
});

describe('resetting the password', () => {
  async function reset(email: string): Promise<void> {
    await api.call(calls.forgotPassword, { body: { email } });
    const token = /\/reset\/(\S+)/.exec((await api.mails(email)).at(-1)?.body ?? '')?.[1] ?? '';
    await api.call(calls.resetPassword, { params: { token }, body: { newPassword: 'battery staple' } });
  }

  test('removes passkeys that were added before the address was confirmed', async () => {
    const planted = await addPasskey(api, me);
    await reset(me.user.email);

    expect(await rows().countBy({ userId: me.user.id })).toBe(0);
    const passkey = await logInWith(api, planted);
    expect((await api.refuse(calls.passkeyLogin, { body: { passkey } })).body.id).toBe('invalid-passkey');
  });

  test('leaves no session of a login that it overtook', async () => {
    const passkey = await addPasskey(api, me);
    const assertion = await logInWith(api, passkey);
    const { start } = api.deps.sessions;
    jest.spyOn(api.deps.sessions, 'start').mockImplementationOnce(async (...values) => {
      await reset(me.user.email);
      return start(...values);
    });

    await api.refuse(calls.passkeyLogin, { body: { passkey: assertion } });

    expect(await api.deps.db.getRepository(Sessions).countBy({ userId: me.user.id })).toBe(0);
  });

  test('leaves no passkey of a request that it overtook', async () => {
    const { creation } = createPasskey(await creationOptions(), site());
    // The request's session is still cached, as on another process.
    await api.call(calls.takeUser, { body: {} }, me);
    jest.spyOn(api.deps.sessions, 'evictUser').mockImplementationOnce(() => undefined);
    await reset(me.user.email);

    // On a slow machine the cached session has expired.
    const { id } = (await api.refuse(calls.addPasskey, add(creation), me)).body;
    expect(['passkey-expired', 'not-signed-in']).toContain(id);
    expect(await rows().countBy({ userId: me.user.id })).toBe(0);
  });

  test('leaves those of a confirmed address', async () => {
    await api.deps.db.getRepository(Users).update({ id: me.user.id }, { emailVerifiedAt: api.deps.now() });
    const mine = await addPasskey(api, me);
    await reset(me.user.email);

    await api.call(calls.passkeyLogin, { body: { passkey: await logInWith(api, mine) } });
  });
});

test('rejecting a sign-up removes the passkeys of the account', async () => {
  await addPasskey(api, me);
  await api.call(calls.sendVerification, { body: {} }, me);
  const token = /#(\S+)/.exec((await api.mails(me.user.email)).at(-1)?.body ?? '')?.[1] ?? '';
  await api.call(calls.rejectSignup, { body: { token } });

  expect(await rows().countBy({ userId: me.user.id })).toBe(0);
});
