import { type BasketItem, calls } from '@isa/api-contract';
import type { TestApi } from '../../testing/api';
import { addPasskey, createPasskey, logInWith } from '../../testing/authenticator';
import { cookiesOf } from '../../testing/cookies';
import { changeContent } from '../../testing/content';
import { createUser, grantPremium, type SignedIn, signIn } from '../../testing/factories';
import { signedByOperators, trustOperators } from '../../testing/operators';
import { countStatements } from '../../testing/statements';
import { Orders, Sessions, Staff, type User } from '../database/entities';
import { issueMailToken } from '../features/accounts/mail-tokens';
import { createOrderLink } from '../features/orders/order-number';
import { type Shop, startShop } from '../features/orders/testing/shop';
import { FRESH_MS } from '../http/response-cache';

/**
 * How many statements each call costs, BEGIN and COMMIT included, with nothing in any cache: the same for a
 * customer with one of everything as for one with many. A call that is missing here does not compile.
 */
const PASSWORD = 'correct horse';
const SIZES = [1, 5];

type CallName = keyof typeof calls;
type Measured = () => Promise<unknown>;

interface Fixture {
  /** The number of rows of each kind. */
  readonly size: number;
  readonly items: readonly BasketItem[];
  /** A customer with orders, sessions, progress and premium access. */
  readonly customer: SignedIn;
  /** The customer's last order. */
  readonly providerOrderId: string;
  /** A passkey of the customer. */
  readonly passkey: Awaited<ReturnType<typeof addPasskey>>;
}

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(trustOperators());
});

const call: TestApi['call'] = (...request) => shop.api.call(...request);

async function newCustomer(size: number, changes: Partial<User> = {}): Promise<SignedIn> {
  const user = await createUser(shop.api.deps, { password: PASSWORD, ...changes });
  for (let at = 1; at < size; at += 1) await signIn(shop.api.deps, user);
  return signIn(shop.api.deps, user);
}

async function createFixture(size: number): Promise<Fixture> {
  const items = Array.from({ length: size }, (_, at) => ({ productId: at + 1, quantity: at + 1 }));
  const customer = await newCustomer(size, { emailVerifiedAt: new Date() });
  await grantPremium(shop.api.deps, customer.user.id);
  let providerOrderId = '';
  for (let at = 0; at < size; at += 1) {
    ({ providerOrderId } = await shop.buy(items, customer.headers));
    const input = {
      params: { lessonId: 1001 + at },
      body: { positionSeconds: 1, watched: false },
    };
    await call(calls.saveProgress, input, customer);
  }
  for (let at = 1; at < size; at += 1) await addPasskey(shop.api, customer);
  const passkey = await addPasskey(shop.api, customer);
  return { size, items, customer, providerOrderId, passkey };
}

async function tokenOf(recipient: string, pattern: RegExp): Promise<string> {
  return pattern.exec((await shop.api.mails(recipient)).at(-1)?.body ?? '')?.[1] ?? '';
}

/** Gives the customer the role `staff`. @returns the form of the office that begins the staff view. */
async function staffViewForm({ user: { id } }: SignedIn) {
  const { db, env, now } = shop.api.deps;
  await db.getRepository(Staff).save({ userId: id, grantedAt: now(), grantedBy: null });
  const ticket = await issueMailToken(db.manager, id, 'staff-view', now());
  const headers = { Origin: env.officeOrigin };
  return () => call(calls.beginStaffView, { body: { ticket } }, { headers });
}

/** @returns the cookie of a browser with the staff view. */
async function beginStaffView(customer: SignedIn) {
  const send = await staffViewForm(customer);
  const begun = await send();
  return { Cookie: `isa-staff-view=${cookiesOf(begun)['isa-staff-view']?.value ?? ''}` };
}

let count = 0;
const fresh = (name: string) => `${name}-${(count += 1)}@example.org`;

/** Prepares each call and returns what is to be measured. */
const scenarios: Readonly<
  Record<CallName, readonly [statements: number, (fixture: Fixture) => Promise<Measured> | Measured]>
> = {
  listBooks: [1, () => () => call(calls.listBooks, {})],
  readBook: [1, () => () => call(calls.readBook, { params: { bookId: 3 } })],
  listLessons: [2, () => () => call(calls.listLessons, {})],
  readLesson: [2, () => () => call(calls.readLesson, { params: { lessonId: 1003 } })],
  listCourses: [1, () => () => call(calls.listCourses, {})],
  readCourse: [1, () => () => call(calls.readCourse, { params: { slug: 'isa-surveillance-course-6' } })],
  listPosts: [1, () => () => call(calls.listPosts, {})],
  readPost: [1, () => () => call(calls.readPost, { params: { postId: 3 } })],
  readSearchable: [4, () => () => call(calls.readSearchable, {})],
  readSiteLinks: [1, () => () => call(calls.readSiteLinks, {})],
  readContactDetails: [0, () => () => call(calls.readContactDetails, {})],
  readAcademy: [2, () => () => call(calls.readAcademy, {})],
  readEntityTags: [7, () => () => call(calls.readEntityTags, {})],
  readLegalPage: [0, () => () => call(calls.readLegalPage, { params: { slug: 'disclaimer' } })],

  signup: [
    6,
    () => () =>
      call(calls.signup, {
        body: { username: 'ada', name: 'Ada Lovelace', email: fresh('new'), password: PASSWORD },
      }),
  ],
  login: [
    7,
    ({ customer }) =>
      () =>
        call(calls.login, { body: { email: customer.user.email, password: PASSWORD } }),
  ],
  startPasskeyLogin: [1, () => () => call(calls.startPasskeyLogin, { body: {} })],
  passkeyLogin: [
    10,
    async ({ passkey }) => {
      const assertion = await logInWith(shop.api, passkey);
      return () => call(calls.passkeyLogin, { body: { passkey: assertion } });
    },
  ],
  sendLogInLink: [
    6,
    async ({ size }) => {
      const { user } = await newCustomer(size, { emailVerifiedAt: new Date() });
      return () => call(calls.sendLogInLink, { body: { email: user.email } });
    },
  ],
  linkLogIn: [
    12,
    async ({ size }) => {
      const { user } = await newCustomer(size, { emailVerifiedAt: new Date() });
      const asked = await call(calls.sendLogInLink, { body: { email: user.email } });
      const link = await tokenOf(user.email, /\/login#link=(\S+)/);
      const headers = { Cookie: `isa-login-link=${cookiesOf(asked)['isa-login-link']?.value ?? ''}` };
      return () => call(calls.linkLogIn, { body: { link } }, { headers });
    },
  ],
  takeUser: [
    2,
    ({ customer }) =>
      () =>
        call(calls.takeUser, { body: {} }, customer),
  ],
  logout: [
    3,
    async ({ customer }) => {
      const session = await signIn(shop.api.deps, customer.user);
      return () => call(calls.logout, { body: {} }, session);
    },
  ],
  forgotPassword: [
    6,
    ({ customer }) =>
      () =>
        call(calls.forgotPassword, { body: { email: customer.user.email } }),
  ],
  resetPassword: [
    16,
    async ({ size }) => {
      const { user } = await newCustomer(size);
      await call(calls.forgotPassword, { body: { email: user.email } });
      const token = await tokenOf(user.email, /\/reset\/(\S+)/);
      return () => call(calls.resetPassword, { params: { token }, body: { newPassword: 'battery staple' } });
    },
  ],
  verifyEmail: [
    8,
    async ({ size }) => {
      const customer = await newCustomer(size);
      await call(calls.sendVerification, { body: {} }, customer);
      const token = await tokenOf(customer.user.email, /\/verify-email#(\S+)/);
      return () => call(calls.verifyEmail, { body: { token } }, customer);
    },
  ],
  rejectSignup: [
    7,
    async ({ size }) => {
      const customer = await newCustomer(size);
      await call(calls.sendVerification, { body: {} }, customer);
      const token = await tokenOf(customer.user.email, /\/verify-email#(\S+)/);
      return () => call(calls.rejectSignup, { body: { token } });
    },
  ],

  readAccount: [
    3,
    ({ customer }) =>
      () =>
        call(calls.readAccount, {}, customer),
  ],
  updateAccount: [
    4,
    ({ customer }) =>
      () =>
        call(calls.updateAccount, { body: { username: 'someone', name: 'Someone Else' } }, customer),
  ],
  sendVerification: [
    8,
    async ({ size }) => {
      const customer = await newCustomer(size);
      return () => call(calls.sendVerification, { body: {} }, customer);
    },
  ],
  changePassword: [
    11,
    async ({ size }) => {
      const customer = await newCustomer(size);
      const body = { currentPassword: PASSWORD, newPassword: 'battery staple' };
      return () => call(calls.changePassword, { body }, customer);
    },
  ],
  changeEmail: [
    11,
    async ({ size }) => {
      const customer = await newCustomer(size);
      const body = { newEmail: fresh('changed'), password: PASSWORD };
      return () => call(calls.changeEmail, { body }, customer);
    },
  ],
  startReauthentication: [
    4,
    ({ customer }) =>
      () =>
        call(calls.startReauthentication, { body: {} }, customer),
  ],
  listPasskeys: [
    3,
    ({ customer }) =>
      () =>
        call(calls.listPasskeys, {}, customer),
  ],
  startPasskey: [
    5,
    ({ customer }) =>
      () =>
        call(calls.startPasskey, { body: { password: PASSWORD } }, customer),
  ],
  addPasskey: [
    10,
    async ({ customer }) => {
      const { body } = await call(calls.startPasskey, { body: { password: PASSWORD } }, customer);
      const { creation } = createPasskey(body.options, shop.api.deps.env.siteOrigin);
      return () => call(calls.addPasskey, { body: { name: 'Another', passkey: creation } }, customer);
    },
  ],
  renamePasskey: [
    4,
    ({ customer, passkey }) =>
      () =>
        call(
          calls.renamePasskey,
          { params: { passkeyId: passkey.row.id }, body: { name: 'Phone' } },
          customer,
        ),
  ],
  removePasskey: [
    8,
    async ({ size }) => {
      const { customer, passkey } = await createFixture(size);
      shop.api.deps.sessions.evictUser(customer.user.id);
      const input = { params: { passkeyId: passkey.row.id }, body: { password: PASSWORD } };
      return () => call(calls.removePasskey, input, customer);
    },
  ],
  endSession: [
    3,
    async ({ size }) => {
      const customer = await newCustomer(size);
      const { body } = await call(calls.listSessions, {}, customer);
      const sessionId = body.sessions.find(({ current }) => current)?.id ?? 0;
      shop.api.deps.sessions.evictUser(customer.user.id);
      return () => call(calls.endSession, { params: { sessionId }, body: {} }, customer);
    },
  ],
  listSessions: [
    3,
    ({ customer }) =>
      () =>
        call(calls.listSessions, {}, customer),
  ],
  beginStaffView: [9, ({ customer }) => staffViewForm(customer)],
  readStaffView: [
    3,
    async ({ customer }) => {
      const headers = await beginStaffView(customer);
      return () => call(calls.readStaffView, {}, { headers });
    },
  ],
  endStaffView: [
    1,
    async ({ customer }) => {
      const headers = await beginStaffView(customer);
      return () =>
        call(
          calls.endStaffView,
          { body: {} },
          { headers: { ...headers, Origin: shop.api.deps.env.siteOrigin } },
        );
    },
  ],
  endAllSessions: [
    6,
    async ({ size }) => {
      const customer = await newCustomer(size);
      return () => call(calls.endAllSessions, { body: {} }, customer);
    },
  ],
  exportAccount: [
    16,
    ({ customer }) =>
      () =>
        call(calls.exportAccount, {}, customer),
  ],
  deleteAccount: [
    9,
    async ({ size }) => {
      const { customer } = await createFixture(size);
      shop.api.deps.sessions.evictUser(customer.user.id);
      return () => call(calls.deleteAccount, { body: { password: PASSWORD } }, customer);
    },
  ],

  checkoutSettings: [0, () => () => call(calls.checkoutSettings, {})],
  priceBasket: [
    1,
    ({ items }) =>
      () =>
        call(calls.priceBasket, { body: { items: [...items] } }),
  ],
  createOrder: [
    13,
    async ({ items, customer }) => {
      const expectedTotal = await shop.total(items);
      const body = { items: [...items], expectedTotal, digitalConsent: true };
      return () => call(calls.createOrder, { body }, customer);
    },
  ],
  captureOrder: [
    23,
    async ({ items, customer }) => {
      const { providerOrderId, headers } = await shop.order(items, customer.headers);
      shop.approve(providerOrderId);
      return () => call(calls.captureOrder, { params: { providerOrderId }, body: {} }, { headers });
    },
  ],
  readOrder: [
    8,
    ({ customer, providerOrderId }) =>
      () =>
        call(calls.readOrder, { params: { providerOrderId } }, customer),
  ],
  listMyOrders: [
    8,
    ({ customer }) =>
      () =>
        call(calls.listMyOrders, { query: {} }, customer),
  ],
  readOrderByLink: [
    6,
    async ({ providerOrderId }) => {
      const link = createOrderLink(await shop.row(providerOrderId), shop.api.deps.env.secret);
      return () => call(calls.readOrderByLink, { params: { link } });
    },
  ],
  cancelOrder: [
    35,
    async ({ customer }) => {
      await changeContent(shop.api.deps.db, 'book', { preOrder: true }, { itemIds: [1] });
      const { providerOrderId } = await shop.buy([{ productId: 1, quantity: 1 }], customer.headers);
      return () => call(calls.cancelOrder, { params: { providerOrderId }, body: {} }, customer);
    },
  ],
  cancelOrderByLink: [
    33,
    async ({ customer }) => {
      await changeContent(shop.api.deps.db, 'book', { preOrder: true }, { itemIds: [1] });
      const { providerOrderId } = await shop.buy([{ productId: 1, quantity: 1 }], customer.headers);
      const link = createOrderLink(await shop.row(providerOrderId), shop.api.deps.env.secret);
      return () => call(calls.cancelOrderByLink, { params: { link }, body: {} });
    },
  ],
  checkOrder: [
    18,
    async ({ items }) => {
      const { providerOrderId } = await shop.order(items);
      shop.approve(providerOrderId);
      const link = createOrderLink(await shop.row(providerOrderId), shop.api.deps.env.secret);
      return () => call(calls.checkOrder, { params: { link }, body: { close: true } });
    },
  ],
  askReturn: [
    19,
    async ({ customer }) => {
      const { providerOrderId } = await shop.buy([{ productId: 1, quantity: 1 }], customer.headers);
      const order = await shop.row(providerOrderId);
      await shop.api.deps.db.getRepository(Orders).update({ id: order.id }, { sentAt: shop.api.deps.now() });
      const link = createOrderLink(order, shop.api.deps.env.secret);
      return () => call(calls.askReturn, { params: { link }, body: {} });
    },
  ],
  processPurchase: [
    9,
    async ({ items, customer }) => {
      const { providerOrderId } = await shop.buy(items, customer.headers);
      const order = items.map(({ productId, quantity }) => ({ productId, quantity }));
      return () => call(calls.processPurchase, { body: { order, orderID: providerOrderId } }, customer);
    },
  ],

  getUserPermissions: [
    3,
    ({ customer }) =>
      () =>
        call(calls.getUserPermissions, { query: {} }, customer),
  ],
  coursesByUser: [
    3,
    ({ customer }) =>
      () =>
        call(calls.coursesByUser, { body: {} }, customer),
  ],
  createVideoTicket: [
    9,
    ({ customer }) =>
      () =>
        call(calls.createVideoTicket, { body: { lessonId: 1001 } }, customer),
  ],
  readProgress: [
    3,
    ({ customer }) =>
      () =>
        call(calls.readProgress, {}, customer),
  ],
  saveProgress: [
    7,
    ({ customer }) =>
      () =>
        call(
          calls.saveProgress,
          {
            params: { lessonId: 1001 },
            body: { positionSeconds: 9, watched: true },
          },
          customer,
        ),
  ],

  contact: [
    6,
    () => () =>
      call(calls.contact, {
        body: { name: 'Ada', surname: 'L', email: 'ada@example.org', department: 'Sales', message: 'Hello' },
      }),
  ],
  newsletter: [6, () => () => call(calls.newsletter, { body: { EMAIL: fresh('reader') } })],
  confirmNewsletter: [
    2,
    async () => {
      const email = fresh('reader');
      await call(calls.newsletter, { body: { EMAIL: email } });
      const token = await tokenOf(email, /#newsletter=(\S+)/);
      return () => call(calls.confirmNewsletter, { body: { token } });
    },
  ],
  unsubscribeNewsletter: [
    2,
    async () => {
      const email = fresh('reader');
      await call(calls.newsletter, { body: { EMAIL: email } });
      const [mail] = await shop.api.mails(email);
      const token = new URL(mail?.listUnsubscribe ?? '').searchParams.get('token') ?? '';
      return () => call(calls.unsubscribeNewsletter, { query: { token } });
    },
  ],

  telemetry: [
    0,
    ({ size }) =>
      () => {
        const event = { kind: 'view', remote: 'shop', version: '1.0.0', slot: 'live' } as const;
        return call(calls.telemetry, { body: { events: Array.from({ length: size }, () => event) } });
      },
  ],
  operations: [4, () => () => call(calls.operations, {}, { headers: signedByOperators() })],
  releaseTelemetry: [
    1,
    async () => {
      await shop.api.deps.telemetry.flush();
      return () => call(calls.releaseTelemetry, { query: {} }, { headers: signedByOperators() });
    },
  ],
};

let fixtures: readonly Fixture[];
beforeAll(async () => {
  fixtures = [];
  for (const size of SIZES) fixtures = [...fixtures, await createFixture(size)];
});

test.each(Object.entries(scenarios))(
  '%s makes the expected number of queries, whatever the amount of data',
  async (_name, [expected, prepare]) => {
    const { db, pools, background, sessions, now } = shop.api.deps;
    const counts = [];
    for (const fixture of fixtures) {
      const run = await prepare(fixture);
      await background.settled();
      sessions.evictUser(fixture.customer.user.id);
      shop.api.advance(FRESH_MS);
      // The last use of a session is saved once a minute, and not while statements are counted.
      await db.createQueryBuilder().update(Sessions).set({ lastUsedAt: now() }).execute();
      counts.push(
        await countStatements(pools, async () => {
          await run();
          await background.settled();
        }),
      );
    }
    expect(counts).toEqual(SIZES.map(() => expected));
  },
);
