import { calls, messages } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { addPasskey, proveWith } from '../../../testing/authenticator';
import { createUser, savePaidOrder, type SignedIn, signIn } from '../../../testing/factories';
import { MailTokens, NewsletterSignups, Users } from '../../database/entities';

const password = 'correct horse';

let api: TestApi;
let me: SignedIn;
let newEmail: string;
let count = 0;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  count += 1;
  newEmail = `New-${count}@example.org`;
  me = await signIn(api.deps, await createUser(api.deps, { password, emailVerifiedAt: api.deps.now() }));
});

const users = () => api.deps.db.getRepository(Users);
const current = () => users().findOneByOrFail({ id: me.user.id });
const request = (to = newEmail) => api.call(calls.changeEmail, { body: { newEmail: to, password } }, me);

async function tokenFor(recipient: string): Promise<string> {
  const mail = (await api.mails(recipient)).findLast(({ kind }) => kind === 'confirm-new-email');
  return /\/verify-email#change=([\w-]{43})\s/.exec(mail?.body ?? '')?.[1] ?? '';
}

async function change(): Promise<void> {
  await request();
  await api.call(calls.verifyEmail, { body: { token: await tokenFor(newEmail) } }, me);
}

test('nothing changes until the new address is confirmed, and both addresses get a mail', async () => {
  await request();

  expect((await current()).email).toBe(me.user.email);
  const [notice] = await api.mails(me.user.email);
  expect(notice?.kind).toBe('email-change-requested');
  expect(JSON.stringify(notice)).not.toContain(newEmail);

  await api.call(calls.verifyEmail, { body: { token: await tokenFor(newEmail) } }, me);

  expect(await current()).toMatchObject({ email: newEmail, emailKey: newEmail.toLowerCase() });
  expect((await api.mails(me.user.email)).at(-1)?.kind).toBe('email-changed');
  await api.call(calls.login, { body: { email: newEmail, password } });
  await api.refuse(calls.login, { body: { email: me.user.email, password } });
  expect((await api.call(calls.readAccount, {}, me)).body.account).toMatchObject({
    email: newEmail,
    emailVerified: true,
  });
});

test('a passkey is accepted instead of the password, and a session alone is not', async () => {
  const passkey = await addPasskey(api, me);
  const wrong = await api.refuse(calls.changeEmail, { body: { newEmail, password: 'wrong horse' } }, me);
  expect(wrong.body.id).toBe('invalid-credentials');
  expect((await api.refuse(calls.changeEmail, { body: { newEmail } }, me)).status).toBe(400);

  const body = { newEmail, passkey: await proveWith(api, me, passkey) };
  await api.call(calls.changeEmail, { body }, me);

  expect(await tokenFor(newEmail)).not.toBe('');
});

test.each(['no address', () => me.user.email.toUpperCase()])('refuses %s at its field', async (wrong) => {
  const invalid = typeof wrong === 'string' ? wrong : wrong();
  const message = typeof wrong === 'string' ? messages.account.emailInvalid : messages.account.emailUnchanged;

  const { body } = await api.refuse(calls.changeEmail, { body: { newEmail: invalid, password } }, me);

  expect(body).toMatchObject({ id: 'invalid-request', errors: [{ path: 'body.newEmail', message }] });
});

describe('an address of another account', () => {
  test('is answered as any other, and refused only to the one who opens its mail', async () => {
    const other = await createUser(api.deps, { password });
    const unknown = await request();
    const spelled = other.email.replace('customer', 'Customer');
    const taken = await request(spelled);
    expect([taken.status, taken.body]).toEqual([unknown.status, unknown.body]);

    const token = await tokenFor(spelled);
    const { body } = await api.refuse(calls.verifyEmail, { body: { token } }, me);

    expect(body).toMatchObject({ status: 409, id: 'already-registered' });
    expect((await current()).email).toBe(me.user.email);
    expect((await users().findOneByOrFail({ id: other.id })).email).toBe(other.email);
  });

  test('is given to one of two accounts that confirm it at the same time', async () => {
    const other = await signIn(api.deps, await createUser(api.deps, { password }));
    await request();
    const mine = await tokenFor(newEmail);
    await api.call(calls.changeEmail, { body: { newEmail, password } }, other);
    const theirs = await tokenFor(newEmail);

    const responses = await Promise.allSettled([
      api.call(calls.verifyEmail, { body: { token: mine } }, me),
      api.call(calls.verifyEmail, { body: { token: theirs } }, other),
    ]);

    expect(responses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await users().countBy({ emailKey: newEmail.toLowerCase() })).toBe(1);
  });
});

describe('the link', () => {
  test('changes nothing without the account’s session or password', async () => {
    await request();
    const token = await tokenFor(newEmail);
    const stranger = await signIn(api.deps);

    for (const options of [{}, stranger]) {
      const { body } = await api.refuse(calls.verifyEmail, { body: { token } }, options);
      expect(body.id).toBe('password-needed');
    }
    const wrong = { token, password: 'wrong horse' };
    expect((await api.refuse(calls.verifyEmail, { body: wrong })).status).toBe(401);
    expect((await current()).email).toBe(me.user.email);
  });

  test('confirmed with the password ends all sessions', async () => {
    await request();
    await api.call(calls.verifyEmail, { body: { token: await tokenFor(newEmail), password } });

    expect((await current()).email).toBe(newEmail);
    expect((await api.refuse(calls.takeUser, { body: {} }, me)).status).toBe(401);
  });

  test('works for 24 hours, only the latest, and also when the answer was lost', async () => {
    await request();
    const first = await tokenFor(newEmail);
    await request();
    const second = await tokenFor(newEmail);
    expect((await api.refuse(calls.verifyEmail, { body: { token: first } }, me)).body.id).toBe(
      'link-expired',
    );
    await api.call(calls.verifyEmail, { body: { token: second } }, me);
    const changed = await current();
    const notices = await api.mails(me.user.email);
    await api.call(calls.verifyEmail, { body: { token: second } }, me);
    await api.call(calls.verifyEmail, { body: { token: second, password } });
    expect(await current()).toEqual(changed);
    expect(await api.mails(me.user.email)).toHaveLength(notices.length);

    await api.call(calls.changeEmail, { body: { newEmail: `x${newEmail}`, password } }, me);
    const third = await tokenFor(`x${newEmail}`);
    await api.call(calls.verifyEmail, { body: { token: third } }, me);
    expect((await api.refuse(calls.verifyEmail, { body: { token: second } }, me)).body.id).toBe(
      'link-expired',
    );

    await api.call(calls.changeEmail, { body: { newEmail: `y${newEmail}`, password } }, me);
    const fourth = await tokenFor(`y${newEmail}`);
    api.advance(24 * 60 * 60 * 1000);
    const late = await api.refuse(calls.verifyEmail, { body: { token: fourth, password } });
    expect(late.body.id).toBe('link-expired');
  });

  test('neither resets the password nor deletes an unconfirmed account', async () => {
    await users().update({ id: me.user.id }, { emailVerifiedAt: null });
    await request();
    const token = await tokenFor(newEmail);

    const reset = { params: { token }, body: { newPassword: 'battery staple' } };
    expect((await api.refuse(calls.resetPassword, reset)).body.id).toBe('link-expired');
    expect((await api.refuse(calls.rejectSignup, { body: { token } })).body.id).toBe('link-expired');
    await api.call(calls.takeUser, { body: {} }, me);
  });

  test.each(['a changed password', 'a reset'])('is void after %s', async (how) => {
    await request();
    const token = await tokenFor(newEmail);
    const newPassword = 'battery staple';
    if (how === 'a reset') {
      await api.call(calls.forgotPassword, { body: { email: me.user.email } });
      const mail = (await api.mails(me.user.email)).findLast(({ kind }) => kind === 'reset-password');
      const reset = /\/reset\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
      await api.call(calls.resetPassword, { params: { token: reset }, body: { newPassword } });
    } else {
      await api.call(calls.changePassword, { body: { currentPassword: password, newPassword } }, me);
    }

    const { body } = await api.refuse(calls.verifyEmail, { body: { token, password: newPassword } });
    expect(body.id).toBe('link-expired');
  });
});

test('the change ends the other sessions and voids every other link of the account', async () => {
  const other = await signIn(api.deps, me.user);
  await api.call(calls.takeUser, { body: {} }, other);
  await api.call(calls.forgotPassword, { body: { email: me.user.email } });
  await api.mails();
  await change();

  expect((await api.refuse(calls.takeUser, { body: {} }, other)).status).toBe(401);
  await api.call(calls.takeUser, { body: {} }, me);
  const tokens = await api.deps.db.getRepository(MailTokens).findBy({ userId: me.user.id });
  expect(tokens.map(({ usedAt }) => usedAt)).not.toContain(null);
});

test('guests’ orders of the new address become the customer’s', async () => {
  const orderId = await savePaidOrder(api.deps, null, newEmail);
  await change();

  const { body } = await api.call(calls.exportAccount, {}, me);
  expect(body.orders).toMatchObject([{ id: orderId }]);
});

describe('the newsletter', () => {
  const signups = () => api.deps.db.getRepository(NewsletterSignups);
  const subscribe = (email: string) =>
    signups().save({
      email,
      emailKey: email.toLowerCase(),
      requestedAt: api.deps.now(),
      confirmedAt: api.deps.now(),
    });

  test('goes to the new address', async () => {
    const { id } = await subscribe(me.user.email);
    await change();

    expect(await signups().findOneByOrFail({ id })).toMatchObject({
      email: newEmail,
      emailKey: newEmail.toLowerCase(),
    });
  });

  test('is not doubled', async () => {
    await subscribe(me.user.email);
    const { id } = await subscribe(newEmail);
    await change();

    const found = await signups().findBy([
      { emailKey: me.user.emailKey },
      { emailKey: newEmail.toLowerCase() },
    ]);
    expect(found.map((signup) => signup.id)).toEqual([id]);
  });

  test('the newsletter of an unconfirmed address is not taken along', async () => {
    await users().update({ id: me.user.id }, { emailVerifiedAt: null });
    const { id } = await subscribe(me.user.email);
    await change();

    expect((await signups().findOneByOrFail({ id })).email).toBe(me.user.email);
  });
});
