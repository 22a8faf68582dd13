import { mkdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { calls, messages, pence, PREMIUM_ID } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { addPasskey, proveWith } from '../../../testing/authenticator';
import { cookiesOf } from '../../../testing/cookies';
import { createUser, savePaidOrder, type SignedIn, signIn } from '../../../testing/factories';
import { countStatements } from '../../../testing/statements';
import {
  CreditNotes,
  Entitlements,
  Invoices,
  Orders,
  Refunds,
  Sessions,
  Users,
} from '../../database/entities';
import { accountKey } from './erasures';
import { LAST_USE_MS } from './sessions';

let api: TestApi;
let me: SignedIn;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  me = await signIn(api.deps, await createUser(api.deps, { password: 'correct horse' }));
});

const paidOrder = (userId: number | null, buyerEmail: string) => savePaidOrder(api.deps, userId, buyerEmail);

test('every call of the account page requires a live session', async () => {
  const pages = [
    calls.readAccount,
    calls.updateAccount,
    calls.sendVerification,
    calls.changePassword,
    calls.changeEmail,
    calls.startReauthentication,
    calls.listPasskeys,
    calls.startPasskey,
    calls.addPasskey,
    calls.renamePasskey,
    calls.removePasskey,
    calls.listSessions,
    calls.endSession,
    calls.endAllSessions,
    calls.exportAccount,
    calls.deleteAccount,
  ];
  for (const call of pages) {
    const { body } = await api.refuse(call, call.method === 'GET' ? {} : { body: {} });
    expect(body.id).toBe('not-signed-in');
  }
});

test('the account is read and renamed, with the validation of signing up', async () => {
  const { body } = await api.call(calls.readAccount, {}, me);
  expect(body.account).toMatchObject({ name: 'Cora Customer', email: me.user.email, emailVerified: false });

  const refused = await api.refuse(calls.updateAccount, { body: { username: 'x1x', name: 'Ada' } }, me);
  expect(refused.body.errors?.[0]?.path).toBe('body.username');
  await api.call(calls.updateAccount, { body: { username: 'ada', name: ' Ada Lovelace ' } }, me);

  expect((await api.call(calls.takeUser, { body: {} }, me)).body.name).toBe('Ada Lovelace');
});

describe('changing the password', () => {
  const change = (currentPassword: string) => ({ body: { currentPassword, newPassword: 'battery staple' } });

  test('requires the current password', async () => {
    const { status, body } = await api.refuse(calls.changePassword, change('wrong horse'), me);

    expect([status, body.id]).toEqual([401, 'invalid-credentials']);
  });

  test('invalidates an unused reset link', async () => {
    await api.call(calls.forgotPassword, { body: { email: me.user.email } });
    const mail = (await api.mails(me.user.email)).at(-1);
    const token = /\/reset\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
    await api.call(calls.changePassword, change('correct horse'), me);

    const response = await api.refuse(calls.resetPassword, {
      params: { token },
      body: { newPassword: 'somebody else' },
    });
    expect(response.body.id).toBe('link-expired');
  });

  test('does not replace a password that the owner has reset meanwhile', async () => {
    await api.call(calls.forgotPassword, { body: { email: me.user.email } });
    const mail = (await api.mails(me.user.email)).at(-1);
    const token = /\/reset\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const { hash } = api.deps.passwords;
    jest.spyOn(api.deps.passwords, 'hash').mockImplementationOnce(async (...hashed) => {
      await api.call(calls.resetPassword, { params: { token }, body: { newPassword: 'of the owner' } });
      return hash(...hashed);
    });

    const { body } = await api.refuse(calls.changePassword, change('correct horse'), me);

    expect(body.id).toBe('invalid-credentials');
    await api.call(calls.login, { body: { email: me.user.email, password: 'of the owner' } });
  });

  test('ends all sessions but this one and mails the customer', async () => {
    const other = await signIn(api.deps, me.user);
    await api.call(calls.takeUser, { body: {} }, other);
    await api.call(calls.changePassword, change('correct horse'), me);

    expect((await api.refuse(calls.takeUser, { body: {} }, other)).status).toBe(401);
    await api.call(calls.takeUser, { body: {} }, me);
    await api.call(calls.login, { body: { email: me.user.email, password: 'battery staple' } });
    expect((await api.mails(me.user.email)).at(-1)?.kind).toBe('password-changed');
  });
});

test('a common password is refused at its field', async () => {
  const body = { currentPassword: 'correct horse', newPassword: 'baseball1' };
  const response = await api.refuse(calls.changePassword, { body }, me);

  expect(response.body).toMatchObject({
    id: 'invalid-request',
    errors: [{ path: 'body.newPassword', message: messages.account.passwordTooCommon }],
  });
});

test('sessions are listed, and logging out everywhere ends them all', async () => {
  const other = await signIn(api.deps, me.user);
  const stranger = await signIn(api.deps);

  const { body } = await api.call(calls.listSessions, {}, me);
  expect(body.sessions.map(({ current }) => current)).toEqual([false, true]);
  expect(JSON.stringify(body)).not.toContain('okenHash');

  const response = await api.call(calls.endAllSessions, { body: {} }, me);
  expect(cookiesOf(response)['token']?.value).toBe('');
  for (const { headers } of [me, other]) {
    expect((await api.refuse(calls.takeUser, { body: {} }, { headers })).status).toBe(401);
  }
  await api.call(calls.takeUser, { body: {} }, stranger);
});

describe('a single session', () => {
  const sessionsOf = async (customer: SignedIn) =>
    (await api.call(calls.listSessions, {}, customer)).body.sessions;
  const end = (sessionId: number) => ({ params: { sessionId }, body: {} });

  test('is listed with its last use, which is saved once a minute', async () => {
    const other = await signIn(api.deps, me.user);
    const use = async () => {
      // Another process has not cached the session.
      api.deps.sessions.evictUser(me.user.id);
      await api.call(calls.takeUser, { body: {} }, other);
      await api.deps.background.settled();
    };
    const lastUses = async () =>
      (await sessionsOf(me)).map(
        ({ createdAt, lastUsedAt }) => Date.parse(lastUsedAt) - Date.parse(createdAt),
      );
    expect(await countStatements(api.deps.pools, use)).toBe(2);
    expect(await lastUses()).toEqual([0, 0]);

    api.advance(LAST_USE_MS);
    expect(await countStatements(api.deps.pools, use)).toBe(3);
    expect(await countStatements(api.deps.pools, use)).toBe(2);

    expect((await lastUses())[0]).toBeGreaterThanOrEqual(LAST_USE_MS);
  });

  test('a session of the account is ended, and the others remain', async () => {
    const other = await signIn(api.deps, me.user);
    await api.call(calls.takeUser, { body: {} }, other);
    const id = (await sessionsOf(me)).find(({ current }) => !current)?.id ?? 0;

    const response = await api.call(calls.endSession, end(id), me);

    expect(cookiesOf(response)).toEqual({});
    expect((await api.refuse(calls.takeUser, { body: {} }, other)).status).toBe(401);
    await api.call(calls.takeUser, { body: {} }, me);
    expect((await api.refuse(calls.endSession, end(id), me)).body.id).toBe('not-found');
  });

  test('ending others needs the password or a passkey, a quarter of an hour after the login', async () => {
    const other = await signIn(api.deps, me.user);
    const id = (await sessionsOf(me)).find(({ current }) => !current)?.id ?? 0;
    api.advance(15 * 60_000);
    const everywhere = (body: { password?: string }) => api.refuse(calls.endAllSessions, { body }, me);
    expect((await api.refuse(calls.endSession, end(id), me)).body.id).toBe('password-needed');
    expect((await everywhere({})).body.id).toBe('password-needed');
    expect((await everywhere({ password: 'a guess' })).body.id).toBe('invalid-credentials');
    await api.call(calls.takeUser, { body: {} }, other);

    await api.call(calls.endSession, { ...end(id), body: { password: 'correct horse' } }, me);
    expect((await api.refuse(calls.takeUser, { body: {} }, other)).status).toBe(401);
    await api.call(calls.endAllSessions, { body: { password: 'correct horse' } }, me);
    expect((await api.refuse(calls.takeUser, { body: {} }, me)).status).toBe(401);
  });

  test('ending the current session logs the browser out', async () => {
    const id = (await sessionsOf(me)).find(({ current }) => current)?.id ?? 0;

    const cookies = cookiesOf(await api.call(calls.endSession, end(id), me));

    expect([cookies['token']?.value, cookies['isa-checkout']?.value]).toEqual(['', '']);
    expect((await api.refuse(calls.takeUser, { body: {} }, me)).status).toBe(401);
  });
});

describe('verifying the address', () => {
  async function confirm(): Promise<void> {
    await api.call(calls.sendVerification, { body: {} }, me);
    const mail = (await api.mails(me.user.email)).at(-1);
    const token = /#(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
    await api.call(calls.verifyEmail, { body: { token } }, me);
  }

  test('attaches guest orders of this address only', async () => {
    const mine = await paidOrder(null, me.user.email);
    const others = await paidOrder(null, 'somebody-else@example.org');
    await confirm();

    const orders = api.deps.db.getRepository(Orders);
    expect((await orders.findOneByOrFail({ id: mine })).userId).toBe(me.user.id);
    expect((await orders.findOneByOrFail({ id: others })).userId).toBeNull();
    const granted = await api.deps.db.getRepository(Entitlements).findBy({ userId: me.user.id });
    expect(granted).toMatchObject([{ productId: PREMIUM_ID, orderId: mine, revokedAt: null }]);
    expect((await api.call(calls.readAccount, {}, me)).body.account.emailVerified).toBe(true);
  });

  test('sends no mail for a verified address', async () => {
    await confirm();
    const before = (await api.mails(me.user.email)).length;
    await api.call(calls.sendVerification, { body: {} }, me);

    expect(await api.mails(me.user.email)).toHaveLength(before);
  });
});

test('the export contains all data of the customer, no data of others and no secret', async () => {
  const orderId = await paidOrder(me.user.id, me.user.email);
  await api.deps.db.getRepository(Invoices).insert({
    ...{ number: 7, orderId, formKey: 'a form', billTo: 'Reed Ltd', vatNumber: null, replaces: null },
    ...{ issuedAt: api.deps.now(), issuedBy: null },
  });
  const refund = await api.deps.db.getRepository(Refunds).save({
    ...{
      orderId,
      key: 'a key',
      amount: pence(100),
      vat: pence(0),
      lines: [],
      reason: 'x',
      requestedBy: null,
    },
    ...{ state: 'done', providerRefundId: null, failure: null, createdAt: api.deps.now(), dueAt: null },
    completedAt: api.deps.now(),
  });
  await api.deps.db.getRepository(CreditNotes).insert({
    ...{ number: 3, refundId: refund.id, invoice: 7, billTo: 'Reed Ltd', vatNumber: null },
    ...{ issuedAt: api.deps.now(), issuedBy: null },
  });
  const stranger = await createUser(api.deps);
  await paidOrder(stranger.id, stranger.email);

  const { body, headers } = await api.call(calls.exportAccount, {}, me);

  expect(headers.get('content-disposition')).toContain('attachment');
  expect(body.account.email).toBe(me.user.email);
  expect(body.orders).toMatchObject([
    {
      total: 7700,
      lines: [{ productId: PREMIUM_ID }],
      invoices: [{ number: 7, billTo: 'Reed Ltd' }],
      creditNotes: [{ number: 3 }],
    },
  ]);
  expect(JSON.stringify(body)).not.toContain('a form');
  expect(JSON.stringify(body)).not.toMatch(/hash/i);
  expect(JSON.stringify(body)).not.toContain(stranger.email);
});

const upperCase = (text: string) => text.toUpperCase();

test('the export contains contact messages in any spelling of the confirmed address', async () => {
  await api.deps.db.getRepository(Users).update({ id: me.user.id }, { emailVerifiedAt: api.deps.now() });
  const message = { name: 'Cora', surname: 'Customer', department: 'Sales' as const, message: 'Hello' };
  await api.call(calls.contact, { body: { ...message, email: me.user.email.toUpperCase() } });
  await api.call(calls.contact, { body: { ...message, email: `x${me.user.email}` } });

  const { body } = await api.call(calls.exportAccount, {}, me);

  expect(body.contactMessages).toMatchObject([{ email: me.user.email.replace(/^[^@]+/, upperCase) }]);
});

describe('deleting the account', () => {
  test('requires the password', async () => {
    await api.refuse(calls.deleteAccount, { body: { password: 'wrong horse' } }, me);
    await api.call(calls.takeUser, { body: {} }, me);
  });

  test('accepts a passkey instead of the password', async () => {
    const passkey = await addPasskey(api, me);
    await api.call(calls.deleteAccount, { body: { passkey: await proveWith(api, me, passkey) } }, me);

    expect((await api.refuse(calls.takeUser, { body: {} }, me)).status).toBe(401);
  });

  test('is refused while it cannot be recorded outside of the database', async () => {
    const { erasureLog } = api.deps.env;
    await rm(erasureLog, { force: true });
    await mkdir(erasureLog, { recursive: true });
    const refused = await api.refuse(calls.deleteAccount, { body: { password: 'correct horse' } }, me);
    expect(refused.status).toBe(500);
    expect(await api.deps.db.getRepository(Users).countBy({ id: me.user.id })).toBe(1);
    await rmdir(erasureLog);
    await api.call(calls.deleteAccount, { body: { password: 'correct horse' } }, me);
    const text = await readFile(erasureLog, 'utf8');
    expect(JSON.parse(text)).toEqual({
      at: expect.any(String) as string,
      account: accountKey(me.user, api.deps.env.secret),
      secret: expect.any(String) as string,
    });
    expect((await stat(erasureLog)).mode & 0o777).toBe(0o600);
  });

  test('is done and mailed once for two requests at the same time', async () => {
    const { path, method } = calls.deleteAccount;
    const headers = { ...me.headers, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ password: 'correct horse' });
    const responses = await Promise.all([1, 2].map(() => api.fetch(path, { method, headers, body })));

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await api.mails(me.user.email)).toHaveLength(1);
  });

  test('removes everything but the orders, which lose their customer', async () => {
    const orderId = await paidOrder(me.user.id, me.user.email);
    await api.call(calls.takeUser, { body: {} }, me);
    await api.call(calls.deleteAccount, { body: { password: 'correct horse' } }, me);

    const { db } = api.deps;
    expect((await api.refuse(calls.takeUser, { body: {} }, me)).status).toBe(401);
    expect(await db.getRepository(Users).countBy({ id: me.user.id })).toBe(0);
    expect(await db.getRepository(Sessions).countBy({ userId: me.user.id })).toBe(0);
    expect(await db.getRepository(Orders).findOneByOrFail({ id: orderId })).toMatchObject({
      userId: null,
      total: 7700,
      buyerEmail: me.user.email,
    });
    expect((await api.mails(me.user.email)).at(-1)?.kind).toBe('account-deleted');
    await api.call(calls.signup, {
      body: { username: 'cora', name: 'Cora', email: me.user.email, password: 'correct horse' },
    });
  });
});
