import { calls } from '@isa/api-contract';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { createDataSource } from '../src/database/data-source';
import { databaseJobs } from '../src/roles/jobs';
import { startApi, type TestApi } from './api';
import type { RunningServer } from './database-server';
import { signIn } from './factories';
import { findMariaDb, startMariaDb } from './mariadb';
import { recordStatements, type Statement } from './statements';
import { describeWithProgram } from './with-program';

/** `EXPLAIN_ROWS=1000000` fills the tables of a large shop. */
const ROWS = Number(process.env['EXPLAIN_ROWS'] ?? 50_000);
/** A plan that reads more rows than this of a full table reads too much of it. */
const MANY_ROWS = 1_000;
/** Their rows are the content's. */
const CATALOGUE = ['content_versions', 'catalogue_revisions'];

jest.setTimeout(600_000);

describeWithProgram('mariadbd')('the calls and jobs that occur often', () => {
  let server: RunningServer;
  let api: TestApi;
  beforeAll(async () => {
    const programs = await findMariaDb();
    if (!programs) throw new Error('There is no MariaDB server.');
    server = await startMariaDb(programs);
    const env = { SMTP_URL: 'smtp://127.0.0.1:1' };
    api = await startApi({ seeded: true, env, databaseServer: server.url });
  });
  afterAll(async () => {
    await api.close();
    await server.stop();
  });

  it('read no large part of a full table on MariaDB', async () => {
    const { headers } = await signIn(api.deps);
    await fill(createDataSource(api.deps.env, { connections: 1, statement: 0, lock: 10 }));
    const statements = await recordStatements(api.deps.pools, () => work(api, headers));
    const plans = await explain(api.deps.db, statements);
    expect(plans.filter(({ rows }) => rows > MANY_ROWS)).toEqual([]);
    expect(plans.length).toBeGreaterThan(30);
  });
});

/** The calls of visitors and customers, and one run of each job. */
async function work(api: TestApi, headers: Readonly<Record<string, string>>): Promise<void> {
  const unknown = { params: { providerOrderId: 'unknown' } };
  const basket = { body: { items: [{ productId: 1, quantity: 1 }] } };
  await api.call(calls.priceBasket, basket);
  await api.call(calls.listMyOrders, { query: {} }, { headers });
  await api.call(calls.listMyOrders, { query: { cursor: '1000000', limit: 20 } }, { headers });
  await api.call(calls.listSessions, {}, { headers });
  await api.call(calls.readProgress, {}, { headers });
  await api.call(calls.coursesByUser, { body: {} }, { headers });
  await api.call(calls.exportAccount, {}, { headers });
  await api.refuse(calls.readOrder, unknown, { headers });
  await api.refuse(calls.captureOrder, unknown, { headers });
  await api.call(calls.newsletter, { body: { EMAIL: 'ada@example.org' } });
  const logIn = { body: { email: 'nobody@example.org', password: 'a wrong password' } };
  await api.refuse(calls.login, logIn);
  await api.call(calls.forgotPassword, { body: { email: 'customer-1@example.org' } });
  const message = {
    name: 'Ada',
    surname: 'Lovelace',
    email: 'ada@example.org',
    department: 'Sales',
    message: 'Hello',
  };
  await api.call(calls.contact, { body: { ...message, department: 'Sales' } });
  await api.deps.background.settled();
  for (const start of databaseJobs) await start(api.deps).stop();
}

/** Fills the tables with rows that nothing is due for. Each row refers to the rows with its own number. */
async function fill(unlimited: DataSource): Promise<void> {
  const db = await unlimited.initialize();
  const tables = db.entityMetadatas.filter(({ tableName }) => !CATALOGUE.includes(tableName));
  const runner = db.createQueryRunner();
  await runner.query('SET SESSION foreign_key_checks = 0, unique_checks = 0');
  for (const table of tables) await runner.query(insertion(table));
  for (const { tableName } of tables) await runner.query(`ANALYZE TABLE ${tableName}`);
  await runner.release();
  await db.destroy();
}

function insertion({ tableName, columns }: EntityMetadata): string {
  const names = columns.map(({ databaseName }) => `\`${databaseName}\``).join();
  // Beyond the rows that exist.
  const number = '(1000 + seq)';
  return `INSERT INTO ${tableName} (${names}) SELECT ${columns.map((column) => valueOf(column, number)).join()}
    FROM seq_1_to_${ROWS}`;
}

/** SQL of a value for a column, by its name and then by its type. */
const VALUES: readonly (readonly [
  of: (column: ColumnMetadata) => boolean,
  sql: (number: string, column: ColumnMetadata) => string,
])[] = [
  [named(/^minute$/), (number) => `(100000000 + ${number})`],
  [named(/^status$/), () => `'captured'`],
  [named(/^(due_at|next_attempt_at|revoked_at)$/), () => 'NULL'],
  [named(/expires_at$/), () => 'NOW() + INTERVAL 1 DAY'],
  [named(/_at$/), (number) => `NOW() - INTERVAL (${number} % 3600) SECOND`],
  [typed('json', 'simple-json'), () => `'{}'`],
  [
    typed('varchar'),
    (number, { databaseName, length }) => `LEFT(CONCAT(${number}, '-${databaseName}'), ${length || 255})`,
  ],
  [typed('text'), () => `'text'`],
  [typed('boolean', 'tinyint'), () => '0'],
  [named(/^id$|_id$/), (number) => number],
  [({ isNullable }) => isNullable, () => 'NULL'],
];

function named(pattern: RegExp) {
  return ({ databaseName }: ColumnMetadata) => pattern.test(databaseName);
}

function typed(...types: readonly unknown[]) {
  return ({ type }: ColumnMetadata) => types.includes(type);
}

function valueOf(column: ColumnMetadata, number: string): string {
  const [, sql] = VALUES.find(([of]) => of(column)) ?? [];
  return sql?.(number, column) ?? number;
}

/** One line for each table that a statement reads. */
async function explain(db: DataSource, statements: readonly Statement[]) {
  const different = new Map(statements.map((statement) => [statement.sql, statement]));
  const plans = [];
  for (const { sql, values } of different.values()) {
    if (!/^(SELECT|UPDATE|DELETE)/.test(sql)) continue;
    const parameters = Array.isArray(values) ? (values as unknown[]) : [];
    const steps = await db.query<
      { table: string; type: string; key: string | null; rows: number | string }[]
    >(`EXPLAIN ${sql}`, parameters);
    for (const { table, type, key, rows } of steps) {
      if (table)
        plans.push({ statement: shortened(sql), table, type, key, rows: Number.parseInt(String(rows), 10) });
    }
  }
  return plans.sort((a, b) => b.rows - a.rows);
}

function shortened(sql: string): string {
  return sql
    .replace(/^SELECT .*? FROM/, 'SELECT … FROM')
    .replaceAll('`', '')
    .slice(0, 110);
}
