import { closeSync, openSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { calls } from '@isa/api-contract';
import { type SecurityEvent, securityEventSchema } from '@isa/api-contract/security-events';
import { testFolder } from '../../testing/test-folder';
import { addPasskey, createPasskey, logInWith, proveWith } from '../../testing/authenticator';
import { cookiesOf } from '../../testing/cookies';
import { createUser, signIn, signInWithPremium, type SignedIn } from '../../testing/factories';
import type { TestApi } from '../../testing/api';
import { type Shop, startShop } from '../features/orders/testing/shop';
import { openDestination } from './log';
import { openSecurityLog } from './security-log';

const bookOne = [{ productId: 1, quantity: 1 }];
const REQUEST_ID = 'request-of-the-test';
const ADDRESS = '203.0.113.77';
const headers = { 'X-Forwarded-For': ADDRESS, 'X-Request-Id': REQUEST_ID };
const readToken = 'a-read-token-of-more-than-32-characters';

/** Events that the tests of `shell/platform/ops`, `shell/platform/release` and `api/src/office` cover. */
const ELSEWHERE = [
  ...['operator-log-in', 'operator-log-out', 'operator-form', 'release-control'],
  ...['staff-log-in', 'staff-action', 'enrolment-link', 'authenticator-app'],
];
/** The request of an event of a webhook, which comes from the sandbox, without the test's address and id. */
const unknownRequest = { network: '127.0.0.0/24', requestId: expect.any(String) as string };
const covered = new Set<string>(ELSEWHERE);

let shop: Shop;
let api: TestApi;
beforeAll(async () => {
  shop = await startShop({
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1',
    METRICS_TOKEN: secret(readToken),
  });
  ({ api } = shop);
});

/** Everything that must not be in the log. */
const secrets = new Set([ADDRESS]);
function secret(text: string): string {
  secrets.add(text);
  return text;
}

let count = 0;
async function newCustomer({ verified = false } = {}) {
  count += 1;
  const password = secret(`a password of number ${count}`);
  const email = secret(`number-${count}@example.org`);
  const user = await createUser(api.deps, {
    email,
    password,
    emailVerifiedAt: verified ? api.deps.now() : null,
  });
  return { ...user, password };
}

async function newSession(options = {}): Promise<SignedIn & { readonly password: string }> {
  const customer = await newCustomer(options);
  const session = await signIn(api.deps, customer);
  secret(session.token);
  return { ...session, headers: { ...session.headers, ...headers }, password: customer.password };
}

async function newPasskey(session: Awaited<ReturnType<typeof newSession>>) {
  const passkey = await addPasskey(api, session, { password: session.password });
  secret(passkey.creation.id);
  return passkey;
}

/** The token of the mailed link. */
async function mailedToken(email: string, kind = 'verify-email'): Promise<string> {
  const mail = (await api.mails(email)).findLast((one) => one.kind === kind);
  return secret(/[#/](?:\w+=)?([\w-]{43})\s/.exec(mail?.body ?? '')?.[1] ?? 'no link in the mail');
}

/** Signs up as a visitor does. @returns the account's id. */
async function signUp() {
  count += 1;
  const email = secret(`visitor-${count}@example.org`);
  const password = secret(`another password ${count}`);
  const body = { username: 'visitor', name: 'Vic Visitor', email, password };
  await api.call(calls.signup, { body }, { headers });
  const events = await api.securityEvents();
  return { body, email, password, account: Number(events.at(-1)?.['account']) };
}

type Fields = Partial<SecurityEvent> & Readonly<Record<string, unknown>>;

/** What happens, and the fields of its event. */
const table: Readonly<Record<string, () => Promise<Fields>>> = {
  async 'a sign-up'() {
    const { account } = await signUp();
    expect(account).toBeGreaterThan(0);
    return { event: 'sign-up', result: 'success', account };
  },
  async 'a sign-up with a registered address'() {
    const { body } = await signUp();
    await api.refuse(calls.signup, { body }, { headers });
    return { event: 'sign-up', result: 'refused' };
  },
  async 'a sign-up that the owner of the mailbox rejects'() {
    const { email, account } = await signUp();
    await api.call(calls.rejectSignup, { body: { token: await mailedToken(email) } }, { headers });
    return { event: 'sign-up-rejected', result: 'success', account };
  },
  async 'a login'() {
    const { id, email, password } = await newCustomer();
    const response = await api.call(calls.login, { body: { email, password } }, { headers });
    secret(response.body.token);
    for (const { value } of Object.values(cookiesOf(response))) if (value.length > 20) secret(value);
    return { event: 'log-in', result: 'success', account: id, method: 'password', knownDevice: false };
  },
  async 'a login of a known device'() {
    const { id, email, password } = await newCustomer();
    const first = await api.call(calls.login, { body: { email, password } }, { headers });
    const device = cookiesOf(first)['isa-device']?.value ?? '';
    const known = { ...headers, Cookie: `isa-device=${device}` };
    await api.call(calls.login, { body: { email, password } }, { headers: known });
    return { event: 'log-in', result: 'success', account: id, method: 'password', knownDevice: true };
  },
  async 'a login with a wrong password'() {
    const { id, email } = await newCustomer();
    const password = secret('a wrong password');
    await api.refuse(calls.login, { body: { email, password } }, { headers });
    return { event: 'log-in', result: 'failure', account: id, method: 'password', knownDevice: false };
  },
  async 'a login with an unknown address'() {
    const body = { email: secret('nobody@example.org'), password: 'a wrong password' };
    await api.refuse(calls.login, { body }, { headers });
    return { event: 'log-in', result: 'failure', account: null, method: 'password', knownDevice: false };
  },
  async 'a login that has to wait'() {
    const { id, email } = await newCustomer();
    for (let attempt = 0; attempt < 6; attempt += 1)
      await api.refuse(calls.login, { body: { email, password: 'a wrong password' } }, { headers });
    return { event: 'log-in', result: 'delayed', account: id, method: 'password', knownDevice: false };
  },
  async 'a request of a login link'() {
    const { id, email } = await newCustomer({ verified: true });
    await api.call(calls.sendLogInLink, { body: { email } }, { headers });
    secret(await mailedToken(email, 'log-in-link'));
    return { event: 'log-in-link-requested', result: 'success', account: id };
  },
  async 'a request of a login link for an unknown address'() {
    await api.call(calls.sendLogInLink, { body: { email: secret('nobody-here@example.org') } }, { headers });
    return { event: 'log-in-link-requested', result: 'failure' };
  },
  async 'too many requests of a login link for one address'() {
    const { email } = await newCustomer();
    for (let attempt = 0; attempt < 4; attempt += 1)
      await api.call(calls.sendLogInLink, { body: { email } }, { headers });
    return { event: 'log-in-link-requested', result: 'refused' };
  },
  async 'a login with a link'() {
    const { id, email } = await newCustomer({ verified: true });
    const asked = await api.call(calls.sendLogInLink, { body: { email } }, { headers });
    const browser = secret(cookiesOf(asked)['isa-login-link']?.value ?? '');
    const body = { link: await mailedToken(email, 'log-in-link') };
    const own = { ...headers, Cookie: `isa-login-link=${browser}` };
    const response = await api.call(calls.linkLogIn, { body }, { headers: own });
    secret(cookiesOf(response)['token']?.value ?? '');
    return { event: 'log-in', result: 'success', account: id, method: 'link', knownDevice: false };
  },
  async 'a login with a link in another browser'() {
    await api.refuse(calls.linkLogIn, { body: { link: secret('y'.repeat(43)) } }, { headers });
    return { event: 'log-in', result: 'failure', account: null, method: 'link', knownDevice: false };
  },
  async 'a request of a reset link'() {
    const { id, email } = await newCustomer();
    await api.call(calls.forgotPassword, { body: { email } }, { headers });
    return { event: 'password-reset-requested', result: 'success', account: id };
  },
  async 'a request of a reset link for an unknown address'() {
    await api.call(calls.forgotPassword, { body: { email: secret('no-account@example.org') } }, { headers });
    return { event: 'password-reset-requested', result: 'failure' };
  },
  async 'too many requests of a reset link for one address'() {
    const { email } = await newCustomer();
    for (let attempt = 0; attempt < 4; attempt += 1)
      await api.call(calls.forgotPassword, { body: { email } }, { headers });
    return { event: 'password-reset-requested', result: 'refused' };
  },
  async 'a reset'() {
    const { id, email } = await newCustomer();
    await api.call(calls.forgotPassword, { body: { email } }, { headers });
    const input = {
      params: { token: await mailedToken(email, 'reset-password') },
      body: { newPassword: secret('a password after the reset') },
    };
    await api.call(calls.resetPassword, input, { headers });
    return { event: 'password-reset', result: 'success', account: id };
  },
  async 'a reset with an invalid link'() {
    const input = { params: { token: secret('x'.repeat(43)) }, body: { newPassword: 'a long password' } };
    await api.refuse(calls.resetPassword, input, { headers });
    return { event: 'password-reset', result: 'failure' };
  },
  async 'a confirmed address'() {
    const { email, password, account } = await signUp();
    const body = { token: await mailedToken(email), password };
    await api.call(calls.verifyEmail, { body }, { headers });
    return { event: 'email-confirmed', result: 'success', account };
  },
  async 'a confirmation with a wrong password'() {
    const { email, account } = await signUp();
    const body = { token: await mailedToken(email), password: 'a wrong password' };
    await api.refuse(calls.verifyEmail, { body }, { headers });
    return { event: 're-authentication', result: 'failure', account, method: 'password' };
  },
  async 'a confirmation with an invalid link'() {
    await api.refuse(calls.verifyEmail, { body: { token: 'x'.repeat(43) } }, { headers });
    return { event: 'email-confirmed', result: 'failure' };
  },
  async 'a changed password'() {
    const { user, password, headers: own } = await newSession();
    const body = { currentPassword: password, newPassword: secret('the next password') };
    await api.call(calls.changePassword, { body }, { headers: own });
    return { event: 'password-changed', result: 'success', account: user.id };
  },
  async 'a change with a wrong password'() {
    const { user, headers: own } = await newSession();
    const body = { currentPassword: 'a wrong password', newPassword: 'the next password' };
    await api.refuse(calls.changePassword, { body }, { headers: own });
    return { event: 're-authentication', result: 'failure', account: user.id, method: 'password' };
  },
  async 'the request of another address'() {
    const { user, password, headers: own } = await newSession({ verified: true });
    const body = { newEmail: secret(`changed-${user.id}@example.org`), password };
    await api.call(calls.changeEmail, { body }, { headers: own });
    return { event: 'email-change-requested', result: 'success', account: user.id };
  },
  async 'a changed address'() {
    const { user, password, headers: own } = await newSession({ verified: true });
    const newEmail = secret(`changed-${user.id}@example.org`);
    await api.call(calls.changeEmail, { body: { newEmail, password } }, { headers: own });
    const body = { token: await mailedToken(newEmail, 'confirm-new-email') };
    await api.call(calls.verifyEmail, { body }, { headers: own });
    return { event: 'email-changed', result: 'success', account: user.id };
  },
  async 'a changed address that belongs to another account'() {
    const { user, password, headers: own } = await newSession({ verified: true });
    const { email: newEmail } = await newCustomer();
    await api.call(calls.changeEmail, { body: { newEmail, password } }, { headers: own });
    const body = { token: await mailedToken(newEmail, 'confirm-new-email') };
    await api.refuse(calls.verifyEmail, { body }, { headers: own });
    return { event: 'email-changed', result: 'failure', account: user.id };
  },
  async 'an added passkey'() {
    const session = await newSession();
    await newPasskey(session);
    return { event: 'passkey-added', result: 'success', account: session.user.id };
  },
  async 'a new passkey of another site'() {
    const { user, password, headers: own } = await newSession();
    const { body } = await api.call(calls.startPasskey, { body: { password } }, { headers: own });
    const passkey = createPasskey(body.options, 'https://attacker.example').creation;
    await api.refuse(calls.addPasskey, { body: { name: 'Phone', passkey } }, { headers: own });
    return { event: 'passkey-added', result: 'failure', account: user.id };
  },
  async 'a login with a passkey'() {
    const session = await newSession();
    const passkey = await logInWith(api, await newPasskey(session));
    await api.call(calls.passkeyLogin, { body: { passkey } }, { headers });
    const account = session.user.id;
    return { event: 'log-in', result: 'success', account, method: 'passkey', knownDevice: false };
  },
  async 'a login with a refused passkey'() {
    const session = await newSession();
    const passkey = await logInWith(api, await newPasskey(session), { userVerified: false });
    await api.refuse(calls.passkeyLogin, { body: { passkey } }, { headers });
    const account = session.user.id;
    return { event: 'log-in', result: 'failure', account, method: 'passkey', knownDevice: false };
  },
  async 'a re-authentication with a passkey'() {
    const session = await newSession();
    const passkey = await proveWith(api, session, await newPasskey(session));
    const body = { passkey, newPassword: secret('a password set with a passkey') };
    await api.call(calls.changePassword, { body }, session);
    return { event: 're-authentication', result: 'success', account: session.user.id, method: 'passkey' };
  },
  async 'a removed passkey'() {
    const session = await newSession();
    const { row } = await newPasskey(session);
    const { user, password, headers: own } = session;
    const input = { params: { passkeyId: row.id }, body: { password } };
    await api.call(calls.removePasskey, input, { headers: own });
    return { event: 'passkey-removed', result: 'success', account: user.id };
  },
  async 'the end of another session'() {
    const { user, headers: own } = await newSession();
    await signIn(api.deps, user);
    const { sessions } = (await api.call(calls.listSessions, {}, { headers: own })).body;
    const sessionId = sessions.find(({ current }) => !current)?.id ?? 0;
    await api.call(calls.endSession, { params: { sessionId }, body: {} }, { headers: own });
    return { event: 'session-ended', result: 'success', account: user.id, sessions: 'one' };
  },
  async 'a logout'() {
    const { user, headers: own } = await newSession();
    await api.call(calls.logout, { body: {} }, { headers: own });
    return { event: 'session-ended', result: 'success', account: user.id, sessions: 'one' };
  },
  async 'the end of all sessions'() {
    const { user, headers: own } = await newSession();
    await api.call(calls.endAllSessions, { body: {} }, { headers: own });
    return { event: 'session-ended', result: 'success', account: user.id, sessions: 'all' };
  },
  async 'an export'() {
    const { user, headers: own } = await newSession();
    await api.call(calls.exportAccount, {}, { headers: own });
    return { event: 'account-exported', result: 'success', account: user.id };
  },
  async 'a deletion'() {
    const { user, password, headers: own } = await newSession();
    await api.call(calls.deleteAccount, { body: { password } }, { headers: own });
    return { event: 'account-deleted', result: 'success', account: user.id };
  },
  async 'a guest’s order that a customer claims'() {
    const { providerOrderId, headers: guest } = await shop.buy(bookOne);
    const { user, headers: own } = await newSession();
    const both = { ...own, Cookie: `${own['Cookie']}; ${guest['Cookie']}` };
    secret(/isa-checkout=([\w-]+)/.exec(guest['Cookie'] ?? '')?.[1] ?? '-');
    await api.call(
      calls.processPurchase,
      { body: { order: bookOne, orderID: providerOrderId } },
      { headers: both },
    );
    const { id: order } = await shop.row(providerOrderId);
    return { event: 'order-claimed', result: 'success', account: user.id, order };
  },
  async 'a guest’s order that another browser claims'() {
    const { providerOrderId } = await shop.buy(bookOne);
    const { user, headers: own } = await newSession();
    const body = { order: bookOne, orderID: providerOrderId };
    await api.refuse(calls.processPurchase, { body }, { headers: own });
    const { id: order } = await shop.row(providerOrderId);
    return { event: 'order-claimed', result: 'refused', account: user.id, order };
  },
  async 'a guest’s order that belongs to a confirmed address'() {
    const { email, password, account } = await signUp();
    const { providerOrderId, headers: guest } = await shop.order(bookOne);
    shop.approve(providerOrderId, { email });
    await shop.capture(providerOrderId, guest);
    await api.call(calls.verifyEmail, { body: { token: await mailedToken(email), password } }, { headers });
    const { id: order } = await shop.row(providerOrderId);
    return { event: 'order-claimed', result: 'success', account, order };
  },
  async 'a full refund'() {
    const { user, headers: own } = await newSession();
    const { providerOrderId } = await shop.buy(bookOne, own);
    const { id: order, captureId, total } = await shop.row(providerOrderId);
    shop.connectWebhooks();
    shop.sandbox.payments.refund(captureId ?? '', undefined);
    await shop.sandbox.deliveries.settled();
    return {
      event: 'refund-recorded',
      result: 'success',
      account: user.id,
      order,
      refunded: total,
      ...unknownRequest,
    };
  },
  async 'a partial refund'() {
    const { providerOrderId } = await shop.buy(bookOne);
    const { id: order, captureId } = await shop.row(providerOrderId);
    shop.connectWebhooks();
    shop.sandbox.payments.refund(captureId ?? '', undefined, { currency_code: 'GBP', value: '1.00' });
    await shop.sandbox.deliveries.settled();
    return { event: 'refund-recorded', result: 'success', order, refunded: 100, ...unknownRequest };
  },
  async 'a webhook that PayPal has not signed'() {
    const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: '{}' };
    expect((await api.fetch('/api/paypal/webhooks', init)).status).toBe(401);
    return { event: 'invalid-signature', result: 'refused', route: '/api/paypal/webhooks' };
  },
  async 'a lesson without premium access'() {
    const { user, headers: own } = await newSession();
    await api.refuse(calls.createVideoTicket, { body: { lessonId: 1001 } }, { headers: own });
    return { event: 'access-refused', result: 'refused', account: user.id, to: 'lesson' };
  },
  async 'the order of another customer'() {
    const { providerOrderId } = await shop.buy(bookOne);
    const { user, headers: own } = await newSession();
    await api.refuse(calls.readOrder, { params: { providerOrderId } }, { headers: own });
    return { event: 'access-refused', result: 'refused', account: user.id, to: 'order' };
  },
  async 'the payment of another customer’s order'() {
    const { providerOrderId } = await shop.order(bookOne);
    const { user, headers: own } = await newSession();
    await api.refuse(calls.captureOrder, { params: { providerOrderId }, body: {} }, { headers: own });
    return { event: 'access-refused', result: 'refused', account: user.id, to: 'order' };
  },
  async 'a forged link to an order'() {
    const { providerOrderId } = await shop.order(bookOne);
    const { id } = await shop.row(providerOrderId);
    const link = secret(`${id}.${'z'.repeat(43)}`);
    await api.refuse(calls.readOrderByLink, { params: { link } }, { headers });
    return { event: 'access-refused', result: 'refused', to: 'order-link' };
  },
  async 'too many requests'() {
    const { user, headers: own } = await newSession();
    for (let attempt = 0; attempt < 3; attempt += 1)
      await api.call(calls.sendVerification, { body: {} }, { headers: own });
    await api.refuse(calls.sendVerification, { body: {} }, { headers: own });
    return { event: 'limit-reached', result: 'refused', account: user.id, limit: 'verification-mail' };
  },
  async 'a change by a page of another site'() {
    const { headers: own } = await newSession();
    const foreign = { ...own, Origin: 'https://attacker.example' };
    await api.refuse(calls.endAllSessions, { body: {} }, { headers: foreign });
    return { event: 'wrong-origin', result: 'refused', route: calls.endAllSessions.path };
  },
  async 'a forged ticket for the staff view'() {
    const own = { ...headers, Origin: api.deps.env.officeOrigin };
    await api.refuse(calls.beginStaffView, { body: { ticket: secret('z'.repeat(43)) } }, { headers: own });
    return { event: 'staff-view', result: 'failure' };
  },
  async 'a wrong token for metrics'() {
    const wrong = { ...headers, Authorization: `Bearer ${secret('a-wrong-token-for-the-metrics')}` };
    expect((await api.fetch('/metrics', { headers: wrong })).status).toBe(401);
    return { event: 'read-token', result: 'refused', route: expect.stringContaining('/metrics') as string };
  },
};

test.each(Object.entries(table))('%s is recorded once, even at LOG_LEVEL=silent', async (_, happens) => {
  const before = (await api.securityEvents()).length;
  const fields = await happens();
  covered.add(String(fields.event));

  const events = (await api.securityEvents()).slice(before);
  expect(events).toContainEqual({
    log: 'security',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    account: null,
    network: '203.0.113.0/24',
    requestId: REQUEST_ID,
    ...fields,
  });
  const same = events
    .filter(({ event, result }) => event === fields.event && result === fields.result)
    .map((line) => JSON.stringify({ ...line, time: '' }));
  expect(same).toEqual([...new Set(same)]);
});

test('every event of the log has a test', () => {
  const events = securityEventSchema.options.map(({ shape }) => shape.event.value);
  expect([...covered].sort()).toEqual([...events].sort());
});

test('no password, token, link, ticket or address of the requests above is in the log', async () => {
  const customer = await signInWithPremium(api.deps);
  const own = { ...customer.headers, ...headers };
  const ticket = await api.call(calls.createVideoTicket, { body: { lessonId: 1001 } }, { headers: own });
  secret(Object.values(ticket.body).map(String).join('|'));
  const { email, password, account } = await signUp();
  const link = `/reset-password/${secret('y'.repeat(43))}`;
  await api.fetch(`${link}?token=${customer.token}`, { headers });
  await api.call(calls.login, { body: { email, password } }, { headers });
  secret(customer.token);

  const lines = (await api.securityEvents()).map((line) => JSON.stringify(line));

  expect(lines.at(-1)).toContain(`"account":${account}`);
  expect(secrets.size).toBeGreaterThan(50);
  for (const text of secrets) expect(lines.filter((line) => line.includes(text))).toEqual([]);
});

describe('the file of the log', () => {
  let folder: string;
  beforeEach(() => void (folder = testFolder()));

  const now = () => new Date();
  const output = openDestination(1, 'The log');
  const event = { event: 'account-deleted', result: 'success', account: 7 } as const;

  test('is readable by its owner only, and is continued', async () => {
    const file = path.join(folder, 'security.log');
    for (let start = 0; start < 2; start += 1) {
      const log = openSecurityLog(file, output, now);
      log.write(event);
      log.close();
    }
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ ...event, network: null, requestId: null }),
      expect.objectContaining(event),
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('is the API’s output by default', () => {
    const file = path.join(folder, 'output.log');
    const fd = openSync(file, 'a');
    openSecurityLog(undefined, openDestination(fd, 'The log'), now).write(event);
    closeSync(fd);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(event);
  });

  test('takes only the fields of the event', () => {
    const file = path.join(folder, 'security.log');
    const log = openSecurityLog(file, output, now);
    const visitor = { email: 'ada@example.org', token: 'a secret' };
    log.write({ ...visitor, ...event });
    log.close();
    expect(readFileSync(file, 'utf8')).not.toMatch(/ada@|a secret/);
  });

  test('a file that cannot be opened prevents the start', () => {
    expect(() => openSecurityLog(folder, output, now)).toThrow(
      /The security log SECURITY_LOG=.* cannot be opened/,
    );
  });

  // Writing to this device fails as on a full disk.
  test('harms no caller when the disk is full, which is reported once', () => {
    const reports: string[] = [];
    const spy = jest
      .spyOn(process.stderr, 'write')
      .mockImplementation((text) => reports.push(String(text)) > 0);
    try {
      const log = openSecurityLog('/dev/full', output, now);
      for (let events = 0; events < 3; events += 1) log.write(event);
    } finally {
      spy.mockRestore();
    }
    expect(reports).toEqual([expect.stringMatching(/^The security log cannot be written: .*ENOSPC/)]);
  });
});
