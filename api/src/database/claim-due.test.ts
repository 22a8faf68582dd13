import type { DataSource } from 'typeorm';
import { openTestDatabase, type TestDatabase } from '../../testing/database';
import { replaceQueries } from '../../testing/statements';
import { BATCH, claimDue, due, type DueRows, isDue, leaseEnd } from './claim-due';
import { createDataSource } from './data-source';
import { type OutboxMail, OutboxMails } from './entities';

const MINUTE_MS = 60_000;
const lease = { period: 2 * MINUTE_MS, latest: 10 * MINUTE_MS };

let database: TestDatabase;
let at: Date;
let stopping: AbortController;
beforeEach(async () => {
  database = await openTestDatabase();
  at = new Date('2026-06-01T12:00:00.000Z');
  stopping = new AbortController();
});
afterEach(() => database.close());

/** Mails stand for all rows with a due time; urgent ones come first. */
const dueMails = {
  table: OutboxMails,
  dueAt: 'nextAttemptAt',
  find: (now) => [
    [{ kind: 'urgent', nextAttemptAt: due(now, lease) }],
    [{ kind: 'other', nextAttemptAt: due(now, lease) }],
  ],
  claim: (mail, now) =>
    isDue(mail.nextAttemptAt, now, lease)
      ? { attempts: mail.attempts + 1, nextAttemptAt: leaseEnd(now, lease) }
      : undefined,
} as const satisfies DueRows<OutboxMail, Partial<OutboxMail>>;

async function insert(count: number, nextAttemptAt: Date | null = at, kind = 'other'): Promise<void> {
  const texts = { subject: '', body: '', html: '' };
  const mail = {
    kind,
    recipient: 'a',
    recipientKey: 'a',
    createdAt: at,
    attempts: 0,
    nextAttemptAt,
    ...texts,
  };
  await database.db.getRepository(OutboxMails).insert(Array.from({ length: count }, () => ({ ...mail })));
}

const claim = (db: DataSource = database.db, rows: DueRows<OutboxMail, Partial<OutboxMail>> = dueMails) =>
  claimDue({ db, now: () => at, stopping: stopping.signal }, rows);
const later = (ms: number) => new Date(at.getTime() + ms);

test('each of many due rows is claimed by one of several processes', async () => {
  await insert(90);
  const processes = await Promise.all([1, 2, 3].map(() => createDataSource(database.where).initialize()));
  const claimed: number[] = [];
  await Promise.all(
    processes.map(async (db) => {
      for (let more = true; more;) {
        const batch = await claim(db);
        claimed.push(...batch.rows.map(({ id }) => id));
        more = batch.more || batch.rows.length > 0;
      }
    }),
  );
  await Promise.all(processes.map((db) => db.destroy()));

  expect(claimed).toHaveLength(90);
  expect(new Set(claimed).size).toBe(90);
  expect(await database.db.getRepository(OutboxMails).countBy({ attempts: 1 })).toBe(90);
});

test('a claimed row is due again when its lease ends', async () => {
  await insert(1);
  expect((await claim()).rows).toMatchObject([{ attempts: 1, nextAttemptAt: later(lease.period) }]);
  at = later(lease.period - 1);
  expect((await claim()).rows).toEqual([]);
  at = later(1);
  expect((await claim()).rows).toMatchObject([{ attempts: 2 }]);
});

test('a time that is too late was written before the clock was set back, and counts as over', async () => {
  await insert(1, later(lease.latest));
  expect((await claim()).rows).toEqual([]);
  at = later(-1);
  expect((await claim()).rows).toMatchObject([{ nextAttemptAt: later(lease.period) }]);
});

test('rows without a due time, and those that were settled since they were found, are left', async () => {
  await insert(1, null);
  expect((await claim()).rows).toEqual([]);
  expect((await claim(database.db, { ...dueMails, find: () => [[{ kind: 'other' }]] })).rows).toEqual([]);
});

test('a batch is claimed at once, urgent rows first, and says whether more are due', async () => {
  await insert(BATCH);
  await insert(1, at, 'urgent');
  const { rows, more } = await claim();
  expect(rows).toHaveLength(BATCH);
  expect(rows[0]?.kind).toBe('urgent');
  expect(more).toBe(true);
  expect(await claim()).toMatchObject({ rows: [{ kind: 'other' }], more: false });
});

test('a process that stops claims nothing', async () => {
  await insert(1);
  stopping.abort();
  expect((await claim()).rows).toEqual([]);
});

test('what was claimed before the database failed is worked on', async () => {
  await insert(5);
  let updates = 0;
  const restore = replaceQueries(database.db, async ({ sql }, query) => {
    if (sql.startsWith('UPDATE') && (updates += 1) === 3) throw new Error('gone');
    return query();
  });
  expect((await claim()).rows).toHaveLength(2);
  updates = 2;
  await expect(claim()).rejects.toThrow('gone');
  restore();
  expect((await claim()).rows).toHaveLength(3);
});
