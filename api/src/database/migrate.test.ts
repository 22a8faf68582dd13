import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import {
  type DataSource,
  type MigrationInterface,
  type QueryRunner,
  Table,
  TableColumn,
  TableIndex,
} from 'typeorm';
import { fromSources } from '../../testing/api-process';
import { openTestDatabase, serverUrl, type TestDatabase } from '../../testing/database';
import { freePort } from '../../testing/free-port';
import { replaceQueries } from '../../testing/statements';
import { apiFolder } from '../platform/folders';
import { createDataSource } from './data-source';
import { entities, MailTokens, Users } from './entities';
import { migrate, pendingMigrations } from './migrate';
import { migrations } from './migrations';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ migrated: false });
});
afterEach(() => database.close());

/** @returns what the tables lack, and the migrations that were recorded. */
async function state() {
  const [log, recorded] = [
    await database.db.driver.createSchemaBuilder().log(),
    await database.db.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id'),
  ];
  return { drift: log.upQueries.map(({ query }) => query), recorded: recorded.map(({ name }) => name) };
}

/** Migrates over connections of their own, as processes do. */
async function migrateAtOnce(count: number, change: (db: DataSource) => unknown = () => {}): Promise<void> {
  const connections = await Promise.all(
    Array.from({ length: count }, () => createDataSource(database.where).initialize()),
  );
  connections.forEach(change);
  try {
    await Promise.all(connections.map((db) => migrate(db)));
  } finally {
    await Promise.all(connections.map((connection) => connection.destroy()));
  }
}

const complete = { drift: [], recorded: migrations.map(({ name }) => name) };

test('one of several processes that migrate at once works, and all succeed', async () => {
  await migrateAtOnce(4);
  expect(await state()).toEqual(complete);
});

if (serverUrl) {
  test('processes on nodes of a cluster, where the lock does not hold, all succeed', async () => {
    // TypeORM prints failed migrations.
    jest.spyOn(console, 'log').mockImplementation();
    await migrateAtOnce(3, (db) =>
      replaceQueries(db, async ({ sql }, query) => (sql.includes('GET_LOCK') ? [{ taken: 1 }] : query())),
    );
    jest.restoreAllMocks();
    const { drift, recorded } = await state();
    expect(drift).toEqual([]);
    expect(new Set(recorded)).toEqual(new Set(complete.recorded));
  });
}

/** Changes of later releases, with all steps that may be interrupted. */
class Adds1800000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({ name: 'probes', columns: [{ name: 'id', type: 'integer', isPrimary: true }] }),
    );
    await runner.addColumn('users', new TableColumn({ name: 'probe', type: 'integer', isNullable: true }));
    await runner.createIndex('users', new TableIndex({ name: 'ix_users_probe', columnNames: ['probe'] }));
  }

  async down(): Promise<void> {}
}

class Removes1800000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('users', 'ix_users_probe');
    await runner.dropColumn('users', 'probe');
    await runner.dropTable('probes');
  }

  async down(): Promise<void> {}
}

/** A change that a new database has already, because its tables are those of the entities. */
class Repeats1800000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({ name: 'pictures', columns: [{ name: 'name', type: 'varchar', isPrimary: true }] }),
    );
    await runner.addColumn('users', new TableColumn({ name: 'search_text', type: 'text', isNullable: true }));
    const index = { name: 'ix_orders_attention_at', columnNames: ['attention_at'] };
    await runner.createIndex('orders', new TableIndex(index));
    await runner.dropIndex('orders', 'ix_orders_that_is_gone');
    await runner.dropColumn('users', 'a_column_that_is_gone');
    await runner.dropTable('a_table_that_is_gone');
  }

  async down(): Promise<void> {}
}

test('a new database skips the changes that its tables have already', async () => {
  const all = [...migrations, Repeats1800000000003];
  const db = await createDataSource(database.where).setOptions({ migrations: all }).initialize();
  await migrate(db);
  await db.destroy();

  expect(await state()).toEqual({ drift: [], recorded: all.map(({ name }) => name) });
});

test('a database without the ids of requests gets them, and keeps its rows', async () => {
  await migrate(database.db);
  const runner = database.db.createQueryRunner();
  for (const name of ['users', 'contact_messages']) await runner.dropColumn(name, 'request_id');
  await runner.query("DELETE FROM migrations WHERE name NOT LIKE 'Initial%'");
  const at = "'2026-01-01 00:00:00.000'";
  await runner.query(
    `INSERT INTO users (id, username, name, email, email_key, password_hash, created_at)
     VALUES (1, 'ada', 'Ada Agent', 'ada@example.org', 'ada@example.org', 'x', ${at})`,
  );
  await runner.query(
    `INSERT INTO mail_tokens (user_id, purpose, token_hash, created_at, expires_at)
     VALUES (1, 'verify-email', 'x', ${at}, ${at})`,
  );
  await runner.release();
  expect((await state()).drift).not.toEqual([]);

  await migrate(database.db);

  expect(await state()).toEqual(complete);
  expect(await database.db.getRepository(Users).find()).toMatchObject([
    { name: 'Ada Agent', requestId: null },
  ]);
  expect(await database.db.getRepository(MailTokens).count()).toBe(1);
});

test('a database of an earlier release gets the table of credit notes', async () => {
  await migrate(database.db);
  const runner = database.db.createQueryRunner();
  await runner.dropTable('credit_notes');
  await runner.query("DELETE FROM migrations WHERE name LIKE 'CreditNotes%'");
  await runner.release();
  expect((await state()).drift).not.toEqual([]);

  await migrate(database.db);

  expect(await state()).toEqual(complete);
});

test('a migration that ends after any of its steps is completed by later runs', async () => {
  // TypeORM prints failed migrations.
  jest.spyOn(console, 'log').mockImplementation();
  const all = [...migrations, Adds1800000000001, Removes1800000000002];
  const db = await createDataSource(database.where).setOptions({ migrations: all }).initialize();
  let done = 0;
  const restore = replaceQueries(db, async ({ sql }, query) => {
    const outcome = await query();
    if (!/^(CREATE|ALTER|DROP|INSERT)/.test(sql)) return outcome;
    done += 1;
    throw new Error('killed');
  });
  let runs = 0;
  for (let ended = false; !ended; runs += 1) {
    const before = done;
    // SQLite reverts an interrupted run, so it can only be interrupted once.
    if (runs > 0 && !serverUrl) break;
    ended = await migrate(db).then(
      () => true,
      () => false,
    );
    if (!ended && done === before) throw new Error('A run made no progress.');
  }
  restore();
  jest.restoreAllMocks();
  await migrate(db);
  await db.destroy();

  expect(await state()).toEqual({ drift: [], recorded: all.map(({ name }) => name) });
  // Each of the interrupted runs has done one step, such as one of the initial tables.
  expect(runs).toBeGreaterThan(serverUrl ? entities.length : 0);
});

const main = path.join(apiFolder, 'src/roles/main.ts');

function start(args: readonly string[], port = 0) {
  const { databaseUrl, dataFolder } = database.where;
  const env = {
    DATA_FOLDER: dataFolder,
    DATABASE_URL: databaseUrl ?? '',
    LOG_LEVEL: 'info',
    API_PORT: String(port),
  };
  const child = spawn(process.execPath, [...fromSources, main, ...args], {
    env: { ...process.env, ...env },
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return { child, ended: once(child, 'exit'), output: () => output };
}

/** @throws Error with its output when the process ends before. */
async function until(
  { child, output }: ReturnType<typeof start>,
  condition: () => Promise<boolean> | boolean,
): Promise<void> {
  while (!(await condition())) {
    if (child.exitCode !== null) throw new Error(output());
    await pause(5);
  }
}

async function hasTable(name: string): Promise<boolean> {
  const runner = database.db.createQueryRunner();
  try {
    return await runner.hasTable(name);
  } finally {
    await runner.release();
  }
}

if (serverUrl) {
  // SQLite shows no table before everything is there.
  test('processes that migrate at once succeed after a kill -9 in the middle', async () => {
    // Creates the list of migrations. While it is locked, the process creates tables and cannot record that it has.
    const empty = await createDataSource(database.where).setOptions({ migrations: [] }).initialize();
    await migrate(empty);
    const lock = empty.createQueryRunner();
    await lock.query('LOCK TABLES migrations READ');
    const killed = start(['--migrate']);
    await until(killed, () => hasTable('orders'));
    killed.child.kill('SIGKILL');
    await killed.ended;
    await empty.destroy();

    await migrateAtOnce(2);

    expect(await state()).toEqual(complete);
  });
}

test('the role web waits until the tables are prepared', async () => {
  const port = await freePort();
  const web = start(['--role', 'web'], port);
  await until(web, () => web.output().includes('waits for'));
  expect(await pendingMigrations(database.db)).toHaveLength(migrations.length);
  await expect(fetch(`http://127.0.0.1:${port}/api/health/live`)).rejects.toThrow();

  await migrate(database.db);
  await until(web, () => web.output().includes('"started"'));
  expect((await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status).toBe(200);

  web.child.kill('SIGTERM');
  await web.ended;
  expect(web.child.exitCode).toBe(0);
});
