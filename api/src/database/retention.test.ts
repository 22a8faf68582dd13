import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { emailKey } from '@isa/api-contract';
import type { DataSource, EntitySchema, ObjectLiteral } from 'typeorm';
import { sampleContact } from '@isa/api-contract';
import { legalPages } from '../../content';
import { storedData } from '../../content/legal/retention';
import { openTestDatabase, serverUrl, type TestDatabase } from '../../testing/database';
import { createBackgroundTasks } from '../platform/jobs';
import {
  AuthenticatorApps,
  CatalogueRevisions,
  ContactMessages,
  ContactReplies,
  ContentVersions,
  entities,
  Entitlements,
  KnownDevices,
  InvoiceNumbers,
  LessonProgresses,
  MailTokens,
  minuteOf,
  NewsletterSignups,
  OfficeDrafts,
  OrderEvents,
  OrderLines,
  Orders,
  OutboxMails,
  PasskeyChallenges,
  Passkeys,
  PaymentEvents,
  Pictures,
  PremiumHolds,
  Refunds,
  ReleaseMinutes,
  Sessions,
  Staff,
  Users,
  VideoTickets,
} from './entities';
import { DEVICE_LIFE_MS } from '../features/accounts/known-devices';
import { MEMORY_MS } from '../features/accounts/log-in-delays';
import { issueMailToken } from '../features/accounts/mail-tokens';
import { CHALLENGE_MS } from '../features/accounts/passkey-ceremonies';
import { createSessions } from '../features/accounts/sessions';
import { TICKET_MS } from '../features/learning/tickets';
import { applyRule, nextBatch, removeExpired } from './housekeeping';
import { projectFolder } from '../platform/folders';
import { createLog } from '../platform/log';
import { type RetentionRule, retentionRules } from './retention';

const WITH_ACCOUNT = 'removed with the account';
const NOT_PERSONAL = 'contains no personal data';

/** Tables without a period, with the reason. */
const keptWithoutPeriod: ReadonlyMap<EntitySchema<ObjectLiteral>, string> = new Map<
  EntitySchema<ObjectLiteral>,
  string
>([
  [Passkeys, WITH_ACCOUNT],
  [PremiumHolds, WITH_ACCOUNT],
  [Staff, WITH_ACCOUNT],
  [AuthenticatorApps, WITH_ACCOUNT],
  [LessonProgresses, WITH_ACCOUNT],
  [Entitlements, 'removed with the account, or with the order when it no longer grants access'],
  [OrderLines, 'removed with the order'],
  [ContactReplies, 'removed with the message'],
  [Refunds, 'removed with the order'],
  [InvoiceNumbers, NOT_PERSONAL],
  [OrderEvents, 'removed with the order'],
  [ContentVersions, 'shows what was offered at which time; names staff by account only'],
  [Pictures, 'belong to versions of posts, which are kept'],
  [CatalogueRevisions, NOT_PERSONAL],
]);

type PolicyKey = keyof typeof storedData;

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());
afterEach(async () => {
  for (const { tableName } of db.entityMetadatas) await db.query(`DELETE FROM ${tableName}`);
});

const MINUTE_MS = 60_000;
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
const running = new AbortController().signal;

/** The period of the published privacy policy, which begins at this time. @returns its end */
function endByPolicy(key: PolicyKey, from: Date): Date {
  const html = legalPages(sampleContact)
    .flatMap(({ sections }) => sections.map((section) => section.html))
    .join('');
  const { data, since } = storedData[key];
  const row = html.split('<tr>').find((text) => text.startsWith(`<td>${data}</td>`)) ?? '';
  const [, amount = '', unit = ''] = /<td>([\d.]+) (year|month|day|minute)s? /.exec(row) ?? [];
  expect(row).toContain(since);
  const end = new Date(from);
  if (unit === 'year') end.setUTCFullYear(from.getUTCFullYear() + Number(amount));
  else if (unit === 'month') end.setUTCMonth(from.getUTCMonth() + Number(amount));
  else end.setTime(from.getTime() + Number(amount) * (unit === 'day' ? 24 * 60 : 1) * MINUTE_MS);
  return end;
}

/** The end of the last financial year that may contain this time. */
const financialYear = (at: Date) => new Date(new Date(at).setUTCFullYear(at.getUTCFullYear() + 1));

let count = 0;
async function insertUser(createdAt: Date, changes: ObjectLiteral = {}): Promise<number> {
  count += 1;
  const email = `user-${count}@example.org`;
  const user = { username: 'user', name: 'User', email, emailKey: email, passwordHash: 'x', createdAt };
  return insert(Users, { ...user, emailVerifiedAt: createdAt, ...changes });
}

async function insert(table: EntitySchema<ObjectLiteral>, row: ObjectLiteral): Promise<number> {
  const saved = await db.getRepository(table).save(row);
  return Number(saved['id']);
}

function insertOrder(at: Date, changes: ObjectLiteral): Promise<number> {
  const money = {
    currency: 'GBP',
    subtotal: 100,
    shipping: 0,
    total: 100,
    vat: 0,
    refunded: 0,
    refunding: 0,
  };
  const ids = { requestId: randomUUID(), guestKeyHash: 'x' };
  return insert(Orders, { ...money, ...ids, createdAt: at, updatedAt: at, ...changes });
}

const captured = (at: Date) => ({
  status: 'captured',
  captureId: randomUUID(),
  capturedAt: at,
  payerId: 'PAYER',
  buyerName: 'Ada Lovelace',
  buyerEmail: 'ada@example.org',
  buyerEmailKey: 'ada@example.org',
  shippingName: 'Ada Lovelace',
  shippingAddress: { postal_code: 'AB1 2CD' },
});

function insertMail(at: Date, changes: ObjectLiteral): Promise<number> {
  const recipient = 'a@example.org';
  const mail = { kind: 'test', recipient, recipientKey: recipient, subject: 'x', body: 'x', html: 'x' };
  return insert(OutboxMails, {
    ...mail,
    attempts: 1,
    createdAt: at,
    nextAttemptAt: null,
    sentAt: null,
    ...changes,
  });
}

async function insertSession(at: Date): Promise<{ readonly userId: number; readonly sessionId: number }> {
  const userId = await insertUser(at);
  const owner = await db.getRepository(Users).findOneByOrFail({ id: userId });
  await createSessions(db, () => at, createBackgroundTasks(createLog('silent'))).start(owner, 'test');
  const { id: sessionId } = await db.getRepository(Sessions).findOneByOrFail({ userId });
  return { userId, sessionId };
}

/** Rows whose period begins at the given time, by their entry in the privacy policy. */
const cases: Partial<Record<PolicyKey, (at: Date) => Promise<EntitySchema<ObjectLiteral>>>> = {
  async session(at) {
    await insertSession(at);
    return Sessions;
  },
  async knownDevice(at) {
    const userId = await insertUser(at);
    await insert(KnownDevices, {
      userId,
      tokenHash: 'x',
      createdAt: at,
      expiresAt: later(at, DEVICE_LIFE_MS),
    });
    return KnownDevices;
  },
  async challenge(at) {
    const row = {
      challengeHash: 'x',
      purpose: 'log-in',
      sessionId: null,
      expiresAt: later(at, CHALLENGE_MS),
    };
    await insert(PasskeyChallenges, row);
    return PasskeyChallenges;
  },
  async resetLink(at) {
    await issueMailToken(db.manager, await insertUser(at), 'reset-password', at);
    return MailTokens;
  },
  async confirmationLink(at) {
    await issueMailToken(db.manager, await insertUser(at), 'verify-email', at);
    return MailTokens;
  },
  async changeLink(at) {
    await issueMailToken(db.manager, await insertUser(at), 'change-email', at, {
      newEmail: 'new@example.org',
    });
    return MailTokens;
  },
  async videoTicket(at) {
    const owner = await insertSession(at);
    const expiresAt = later(at, TICKET_MS);
    await insert(VideoTickets, { ...owner, lessonId: 1001, createdAt: at, expiresAt });
    return VideoTickets;
  },
  async unconfirmedAccount(at) {
    await insertUser(at, { emailVerifiedAt: null });
    return Users;
  },
  async unpaidOrder(at) {
    await insertOrder(at, { status: 'cancelled' });
    return Orders;
  },
  async order(at) {
    await insertOrder(at, captured(at));
    return Orders;
  },
  async paymentNotice(at) {
    await insert(PaymentEvents, { eventId: 'WH-1', type: 'x', receivedAt: at, settledAt: at });
    return PaymentEvents;
  },
  async mail(at) {
    await insertMail(at, { sentAt: at });
    return OutboxMails;
  },
  async failedMail(at) {
    await insertMail(at, { lastError: 'no such mailbox' });
    return OutboxMails;
  },
  async contactMessage(at) {
    const message = { name: 'A', surname: 'B', email: 'a@example.org', emailKey: 'a@example.org' };
    await insert(ContactMessages, {
      ...message,
      department: 'x',
      message: 'x',
      createdAt: at,
      answeredAt: null,
    });
    return ContactMessages;
  },
  async officeDraft(at) {
    const user = { username: 'user', name: 'User', email: 'a@example.org', emailKey: 'a@example.org' };
    const { id: userId } = await db.getRepository(Users).save({ ...user, passwordHash: 'x', createdAt: at });
    const draft = { userId, tokenHash: 'x', path: '/enquiries/1', fields: { answer: 'x' } };
    await insert(OfficeDrafts, { ...draft, createdAt: at });
    return OfficeDrafts;
  },
  async unconfirmedNewsletter(at) {
    const email = 'a@example.org';
    await insert(NewsletterSignups, {
      email,
      emailKey: email,
      tokenHash: 'x',
      requestedAt: at,
      confirmedAt: null,
    });
    return NewsletterSignups;
  },
};

async function housekeeping(now: Date): Promise<void> {
  await removeExpired({ db, log: createLog('silent'), now: () => now, stopping: running });
}

/** A time at which months have the same day, rounded to the second. */
function start(): Date {
  const at = new Date();
  at.setUTCDate(Math.min(at.getUTCDate(), 28));
  at.setUTCMilliseconds(0);
  return at;
}

test.each(Object.entries(cases))(
  '%s is kept as long as the privacy policy says, and no longer',
  async (name, add) => {
    const key = name as PolicyKey;
    const at = start();
    const table = await add(at);
    const end = endByPolicy(key, key === 'order' ? financialYear(at) : at);

    await housekeeping(later(end, -MINUTE_MS));
    expect(await db.getRepository(table).count()).toBe(1);
    await housekeeping(later(end, MINUTE_MS));
    expect(await db.getRepository(table).count()).toBe(0);
  },
);

test('every rule has such a test', () => {
  const policies = retentionRules.flatMap(({ policy }) => policy ?? []);
  expect(Object.keys(cases)).toEqual(expect.arrayContaining(policies));
});

test('the count of failed logins ends when the privacy policy says', () => {
  const at = start();
  expect(endByPolicy('failedLogIns', at)).toEqual(later(at, MEMORY_MS));
});

test('logs are rotated when the privacy policy says', () => {
  const file = readFileSync(path.join(projectFolder, 'shell/platform/hosting/isa.logrotate'), 'utf8');
  const rulesOf = (log: string) => file.slice(file.indexOf(`\n${log} {`)).split('}')[0];
  for (const [log, { keep }] of [
    ['/var/log/isa-nginx/*.log', storedData.serverLog],
    ['/var/log/isa-*/security.log', storedData.securityLog],
  ] as const) {
    expect(rulesOf(log)).toMatch(new RegExp(`rotate ${keep.days}\\n +maxage ${keep.days}\\n`));
  }
});

test('every table has a rule or a written reason', () => {
  const named = new Set([...retentionRules.map(({ table }) => table), ...keptWithoutPeriod.keys()]);
  const forgotten = entities.filter((table) => !named.has(table)).map(({ options }) => options.tableName);
  expect(forgotten).toEqual([]);
});

test('tables without personal data have no column for it', () => {
  const personal = /name|mail|user|recipient|buyer|payer|address|agent|hash|token/i;
  for (const [table, reason] of keptWithoutPeriod) {
    if (!reason.includes('no personal data')) continue;
    expect(Object.keys(table.options.columns).filter((column) => personal.test(column))).toEqual([]);
  }
});

describe('data that stays', () => {
  const years = (at: Date, amount: number) =>
    new Date(new Date(at).setUTCFullYear(at.getUTCFullYear() + amount));

  test.each<[string, EntitySchema<ObjectLiteral>, (at: Date) => Promise<unknown>]>([
    ['a confirmed account', Users, (at) => insertUser(at)],
    [
      'an unconfirmed account with an order',
      Users,
      async (at) =>
        insertOrder(years(at, 19), {
          ...captured(at),
          userId: await insertUser(at, { emailVerifiedAt: null }),
        }),
    ],
    [
      'an unconfirmed account that was used lately',
      Users,
      async (at) => {
        const userId = await insertUser(at, { emailVerifiedAt: null });
        const expiresAt = years(at, 21);
        await insert(KnownDevices, { userId, tokenHash: 'x', createdAt: at, expiresAt });
      },
    ],
    ['a mail that waits to be sent', OutboxMails, (at) => insertMail(at, { nextAttemptAt: at })],
    ['an order whose payment is due', Orders, (at) => insertOrder(at, { status: 'failed', dueAt: at })],
    ['an order that is not settled', Orders, (at) => insertOrder(at, { status: 'capturing', dueAt: at })],
    [
      'a confirmed newsletter address',
      NewsletterSignups,
      (at) =>
        insert(NewsletterSignups, {
          email: 'a@example.org',
          emailKey: emailKey('a@example.org'),
          requestedAt: at,
          confirmedAt: at,
        }),
    ],
  ])('never removes %s', async (_, table, add) => {
    const at = start();
    await add(at);
    await housekeeping(years(at, 20));
    expect(await db.getRepository(table).count()).toBe(1);
  });
});

test('an old order stays without its buyer as long as it grants access', async () => {
  const at = start();
  const userId = await insertUser(at);
  const orderId = await insertOrder(at, { ...captured(at), userId });
  const right = { userId, orderId, productId: 1999, grantedAt: at };
  await insert(Entitlements, { ...right, revokedAt: null });

  await housekeeping(later(financialYear(endByPolicy('order', at)), MINUTE_MS));

  expect(await db.getRepository(Entitlements).count()).toBe(1);
  expect(await db.getRepository(Orders).findOneByOrFail({ id: orderId })).toMatchObject({
    userId,
    total: 100,
    payerId: null,
    buyerName: null,
    buyerEmail: null,
    buyerEmailKey: null,
    shippingName: null,
    shippingAddress: null,
    guestKeyHash: null,
  });
  await db.getRepository(Entitlements).update({ orderId }, { revokedAt: at });
  await housekeeping(later(financialYear(endByPolicy('order', at)), MINUTE_MS));
  expect(await db.getRepository(Orders).count()).toBe(0);
});

test('release telemetry is removed after two days', async () => {
  const at = start();
  const counter = { remote: 'shop', version: '1.0.0', slot: 'live', metric: 'view', amount: 1 };
  await db.getRepository(ReleaseMinutes).insert({ ...counter, slot: 'live', minute: minuteOf(at) });
  const end = later(at, 2 * 24 * 60 * MINUTE_MS);
  await housekeeping(later(end, -MINUTE_MS));
  expect(await db.getRepository(ReleaseMinutes).count()).toBe(1);
  await housekeeping(later(end, 2 * MINUTE_MS));
  expect(await db.getRepository(ReleaseMinutes).count()).toBe(0);
});

describe('a backlog', () => {
  const rule = retentionRules.find(({ policy }) => policy === 'paymentNotice') as RetentionRule;
  const old = new Date(0);
  const fill = async (rows: number) => {
    const events = Array.from({ length: rows }, (_, at) => ({
      eventId: `WH-${at}`,
      type: 'x',
      receivedAt: old,
    }));
    for (let at = 0; at < rows; at += 1000)
      await db.getRepository(PaymentEvents).insert(events.slice(at, at + 1000));
  };

  test('is removed in batches, which end when the process stops', async () => {
    await fill(2500);
    const stopping = new AbortController();
    const first = applyRule(db, rule, new Date(), stopping.signal);
    stopping.abort();
    expect(await first).toBe(1000);
    expect(await db.getRepository(PaymentEvents).count()).toBe(1500);
    expect(await applyRule(db, rule, new Date(), running)).toBe(1500);
    expect(await db.getRepository(PaymentEvents).count()).toBe(0);
  });

  test('lets requests have their turn between batches', async () => {
    await fill(2500);
    let turns = 0;
    let done = false;
    const other = async () => {
      for (; !done; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    await Promise.all([other(), applyRule(db, rule, new Date(), running).then(() => (done = true))]);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  if (!serverUrl) {
    test.each(retentionRules.map((one, at) => [`${at} ${one.table.options.tableName}`, one] as const))(
      'a backlog of rule %s is found by an index',
      async (_, one) => {
        const [sql, values] = nextBatch(db, one, new Date()).getQueryAndParameters();
        const plan = await db.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, values);
        expect(plan[0]?.detail).toMatch(/^SEARCH entry USING /);
      },
    );
  }
});
