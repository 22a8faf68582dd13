import { readFileSync } from 'node:fs';
import path from 'node:path';
import { calls } from '@isa/api-contract';
import { createConnection } from 'mysql2/promise';
import { catalogue } from '../../content';
import { cookiesOf } from '../../testing/cookies';
import { createDatabaseAccounts, type DatabaseRole, openTestDatabase } from '../../testing/database';
import type { RunningServer } from '../../testing/database-server';
import { findMariaDb, startMariaDb } from '../../testing/mariadb';
import { startOffice } from '../../testing/office';
import { describeWithProgram } from '../../testing/with-program';
import { seed } from '../database/content';
import { createDataSource } from '../database/data-source';
import { entities } from '../database/entities';
import { removeExpired } from '../database/housekeeping';
import { migrate, pendingMigrations } from '../database/migrate';
import { retentionRules } from '../database/retention';
import { sendDueMails } from '../emails/mailer';
import { sweepOrders } from '../features/orders/settle';
import { startShop, type Shop } from '../features/orders/testing/shop';
import { mailSummary } from '../office/orders/daily-summary';
import { projectFolder } from '../platform/folders';
import { createLog } from '../platform/log';
import { checkDatabase } from './checks';

const file = path.join(projectFolder, 'shell/platform/hosting/database-roles.sql');

it('every table has a role that may use it', () => {
  const granted = [...readFileSync(file, 'utf8').matchAll(/ ON (\w+) TO /g)].map(([, table]) => table);
  const tables = entities.map(({ options }) => options.tableName ?? '');
  // The catalogue's revision is of prepare, which may use all.
  expect(tables.filter((table) => !granted.includes(table))).toEqual(['catalogue_revisions']);
  expect(granted.filter((table) => table !== 'migrations' && !tables.includes(table ?? ''))).toEqual([]);
});

const programs = findMariaDb();
describeWithProgram('mariadbd', programs?.server)('with the rights of production on MariaDB', () => {
  let server: RunningServer;
  let shop: Shop;
  let addressFor: (role: DatabaseRole) => string;
  beforeAll(async () => {
    if (!programs) throw new Error('There is no MariaDB.');
    server = await startMariaDb(programs);
    shop = await startShop({ OFFICE_EMAIL: 'office@isa.example' }, server.url, true);
    addressFor = await createDatabaseAccounts(shop.api.deps.env.databaseUrl ?? '');
  });
  afterAll(async () => {
    await shop.api.close();
    await server.stop();
  });

  /** The codes with which the database refuses statements of a role. */
  async function refusals(role: DatabaseRole, statements: readonly string[]) {
    const connection = await createConnection(addressFor(role).replace('mariadb:', 'mysql:'));
    const codes = [];
    for (const statement of statements) {
      codes.push(
        await connection.query(statement).then(
          () => `allowed: ${statement}`,
          (error: NodeJS.ErrnoException) => error.code,
        ),
      );
    }
    await connection.end();
    return [...new Set(codes)];
  }

  it('customers buy, mails are sent, expired data is removed, and staff see the order', async () => {
    const { order } = await shop.buy([{ productId: 1, quantity: 1 }]);
    expect(order.status).toBe('captured');

    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const jobs = { ...(await shop.api.depsOf('jobs')), log };
    const sent: string[] = [];
    await sendDueMails(jobs, {
      send: async ({ recipient }) => void sent.push(recipient),
      close: () => undefined,
    });
    await sweepOrders(jobs);
    await mailSummary(jobs);
    shop.api.advance(40 * 24 * 60 * 60 * 1000);
    await removeExpired(jobs);
    for (const { table } of retentionRules) {
      await jobs.db.createQueryBuilder().delete().from(table).where('1 = 0').execute();
    }
    expect(sent.length).toBeGreaterThan(0);
    expect(lines).toEqual([]);

    const visitor = await (await startOffice(shop.api)).logIn();
    expect((await visitor.get('/orders')).text).toContain(order.number);
  });

  it('a member of staff begins the staff view', async () => {
    const member = await (await startOffice(shop.api)).logIn();
    const page = await member.get('/staff-view');
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(page.text) ?? [];
    const origin = { Origin: shop.api.deps.env.officeOrigin };
    const begun = await shop.api.call(calls.beginStaffView, { body: { ticket } }, { headers: origin });
    const cookie = { Cookie: `isa-staff-view=${cookiesOf(begun)['isa-staff-view']?.value ?? ''}` };
    const { body } = await shop.api.call(calls.readStaffView, {}, { headers: cookie });
    expect(body.until).not.toBeNull();
  });

  it('the doctor names a right that a role lacks after an upgrade, and the file that gives it', async () => {
    const rightsOf = async (role: DatabaseRole) => {
      const env = { ...shop.api.deps.env, databaseUrl: addressFor(role) };
      const { results } = await checkDatabase(env, { role, file });
      return results.filter(({ name }) => name === 'rights in the database');
    };
    for (const role of ['web', 'jobs', 'office'] as const) {
      expect(await rightsOf(role)).toEqual([expect.objectContaining({ state: 'ok' })]);
    }
    const grant = 'SELECT (user_id) ON staff';
    await shop.api.deps.db.query(`REVOKE ${grant} FROM isa_web`);
    expect(await rightsOf('web')).toEqual([
      expect.objectContaining({
        state: 'failure',
        message: `missing: GRANT ${grant} TO isa_web;`,
        fix: expect.stringContaining('database-roles.sql') as string,
      }),
    ]);
    await shop.api.deps.db.query(`GRANT ${grant} TO isa_web`);
  });

  it('prepare creates the tables and the catalogue', async () => {
    const empty = await openTestDatabase({ server: server.url, migrated: false });
    const address = (await createDatabaseAccounts(empty.where.databaseUrl ?? '', false))('prepare');
    const db = await createDataSource({ databaseUrl: address, dataFolder: '' }).initialize();
    try {
      await migrate(db);
      await seed(db, catalogue);
      expect(await pendingMigrations(db)).toEqual([]);
    } finally {
      await db.destroy();
      await empty.close();
    }
  });

  it('each role is refused what it does not need', async () => {
    const tables = [
      'ALTER TABLE users ADD x INT',
      'DROP TABLE orders',
      'CREATE TABLE x (y INT)',
      'TRUNCATE users',
    ];
    const server = [
      "CREATE USER x@localhost IDENTIFIED BY 'x'",
      'GRANT SELECT ON users TO isa_jobs',
      'SELECT * FROM mysql.global_priv',
      "SELECT 1 INTO OUTFILE '/tmp/x'",
      "SET GLOBAL general_log = 'ON'",
    ];
    const denied = [
      ...['ER_TABLEACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_ERROR'],
      ...['ER_SPECIFIC_ACCESS_DENIED_ERROR', 'ER_CANNOT_USER', 'ER_COLUMNACCESS_DENIED_ERROR'],
    ];
    const forbidden: Readonly<Record<DatabaseRole, readonly string[]>> = {
      prepare: server,
      web: [
        ...[...tables, ...server, 'SELECT secret FROM authenticator_apps', 'SELECT * FROM staff'],
        ...['INSERT INTO staff (user_id) VALUES (1)', 'UPDATE content_versions SET version = 2'],
        ...['DELETE FROM orders', 'DELETE FROM order_events', 'UPDATE order_lines SET unit_price = 1'],
        ...['UPDATE outbox_mails SET recipient = 1', 'DELETE FROM migrations'],
      ],
      jobs: [
        ...[...tables, ...server, 'SELECT secret FROM authenticator_apps', 'DELETE FROM staff'],
        ...['INSERT INTO users (name) VALUES (1)', 'INSERT INTO orders (number) VALUES (1)'],
        ...['INSERT INTO sessions (user_id) VALUES (1)', 'UPDATE content_versions SET version = 2'],
        ...['DELETE FROM order_events', 'SELECT * FROM passkeys'],
      ],
      office: [
        ...[...tables, ...server, 'DELETE FROM orders', 'DELETE FROM users', 'DELETE FROM order_events'],
        ...['INSERT INTO orders (number) VALUES (1)', 'UPDATE content_versions SET version = 2'],
        ...['SELECT * FROM payment_events', 'SELECT * FROM lesson_progress', 'SELECT * FROM release_minutes'],
      ],
    };
    for (const role of ['prepare', 'web', 'jobs', 'office'] as const) {
      const codes = await refusals(role, forbidden[role]);
      expect(codes.filter((code) => !denied.includes(code ?? ''))).toEqual([]);
    }
  });
});
