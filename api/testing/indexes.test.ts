import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { createDataSource } from '../src/database/data-source';
import { openTestDatabase, type TestDatabase } from './database';
import type { RunningServer } from './database-server';
import { findMariaDb, startMariaDb } from './mariadb';
import { type RecordedStatement, recordedSchema } from './record-statements';
import { describeWithProgram } from './with-program';

/** `EXPLAIN_ROWS=1000000` fills the tables of a large shop. */
const ROWS = Number(process.env['EXPLAIN_ROWS'] ?? 50_000);
/** How many rows of a full table a plan may read. */
const MANY_ROWS = 1_000;
/** Tables that do not grow with customers and years. */
const FEW_ROWS = ['staff', 'authenticator_apps', 'catalogue_revisions'];
/** Files whose statements read many rows, and why. */
const READS_MANY: Readonly<Record<string, string>> = {
  'src/features/telemetry/routes.ts': 'adds up the minutes of a day; two days of them are kept',
  'src/features/telemetry/operations.ts': 'adds up the errors of some days, an hour of one place in each row',
  'src/office/enquiries/enquiry-pages.ts': 'a file with every address, read in batches',
  'src/office/orders/find-orders.ts': 'staff look for a part of a word, which no index finds',
  'src/office/people/customer-pages.ts': 'the same in the names of customers',
  'src/office/similar-words.ts': 'the same with typing errors, when nothing else was found',
  'src/office/bookkeeping/read-month.ts': 'a bookkeeper reads the refunds of a month, a few times each month',
  'src/features/orders/reconcile-payments.ts': 'an operator compares every account with PayPal’s records',
};
/** `npm test -- all api-mariadb` writes this file. */
const RECORDED =
  process.env['RECORD_STATEMENTS'] ?? path.join(__dirname, '../../.data/test-results/statements.jsonl');

jest.setTimeout(600_000);

describeWithProgram('mariadbd')('the statements that the API runs in its tests', () => {
  let server: RunningServer;
  let database: TestDatabase;
  beforeAll(async () => {
    const programs = findMariaDb();
    if (!programs) throw new Error('There is no MariaDB server.');
    server = await startMariaDb(programs);
    database = await openTestDatabase({ server: server.url });
    await fill(createDataSource(database.where, { connections: 1, statement: 0, lock: 10 }));
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  it('statements read no large part of a full table on MariaDB', async () => {
    const statements = await readRecorded();
    const { plans, refused } = await explain(database.db, statements);
    expect(refused).toEqual([]);
    const reason = ({ from }: Pick<RecordedStatement, 'from'>) => READS_MANY[from.replace(/:.*/, '')];
    const many = plans.filter(({ rows }) => rows > MANY_ROWS);
    expect(many.filter((plan) => reason(plan) === undefined)).toEqual([]);
    expect(new Set(many.map((plan) => reason(plan)))).toEqual(new Set(Object.values(READS_MANY)));
    // Fewer, where the tests have not recorded all of them.
    expect(statements.length).toBeGreaterThan(200);
  });
});

/** Each different statement on the tables, by its text with placeholders. */
async function readRecorded(): Promise<readonly RecordedStatement[]> {
  const lines = (await readFile(RECORDED, 'utf8')).split('\n').filter(Boolean);
  const recorded = lines.map((line) => recordedSchema.parse(JSON.parse(line)));
  const different = new Map(recorded.map((one) => [one.sql.replace(/(\?, )+\?/g, '?'), one]));
  return [...different.values()].filter(
    ({ statement, from }) =>
      /^\s*(?:SELECT|UPDATE|DELETE)\b/.test(statement) &&
      // A migration fills its columns once, in batches.
      !/^src\/database\/(?:migrat|search-texts)/.test(from),
  );
}

/** Fills the tables with rows that nothing is due for. Each row refers to the rows with its own number. */
async function fill(unlimited: DataSource): Promise<void> {
  const db = await unlimited.initialize();
  const tables = db.entityMetadatas;
  const runner = db.createQueryRunner();
  await runner.query('SET SESSION foreign_key_checks = 0, unique_checks = 0');
  for (const table of tables) await runner.query(insertion(table));
  for (const { tableName } of tables) await runner.query(`ANALYZE TABLE ${tableName}`);
  await runner.release();
  await db.destroy();
}

function insertion({ tableName, columns }: EntityMetadata): string {
  const names = columns.map(({ databaseName }) => `\`${databaseName}\``).join();
  return `INSERT INTO ${tableName} (${names}) SELECT ${columns.map((column) => valueOf(column, 'seq')).join()}
    FROM seq_1_to_${FEW_ROWS.includes(tableName) ? 20 : ROWS}`;
}

/** SQL of a value for a column, by its name and then by its type. */
const VALUES: readonly (readonly [
  of: (column: ColumnMetadata) => boolean,
  sql: (number: string, column: ColumnMetadata) => string,
])[] = [
  // Later than any clock of a test.
  [named(/^(minute|hour)$/), (number) => `(100000000 + ${number})`],
  [named(/^status$/), () => `'captured'`],
  // Many versions of each item of the catalogue.
  [named(/^kind$/), () => `'book'`],
  [named(/^item_id$/), (number) => `(${number} % 600)`],
  [named(/^version$/), (number) => `(1 + ${number} DIV 600)`],
  [named(/^(due_at|held_at|next_attempt_at|revoked_at)$/), () => 'NULL'],
  [named(/expires_at$/), () => 'NOW() + INTERVAL 10 YEAR'],
  [named(/^at$|_(at|since)$/), (number) => `NOW() - INTERVAL (${number} % 3600) SECOND`],
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
async function explain(db: DataSource, statements: readonly RecordedStatement[]) {
  const plans = [];
  const refused: string[] = [];
  for (const { statement, from } of statements) {
    const steps = await db
      .query<
        { table: string | null; type: string | null; key: string | null; rows: number | string | null }[]
      >(`EXPLAIN ${statement}`)
      .catch((error: unknown) => void refused.push(`${from}: ${String(error)}`));
    for (const { table, type, key, rows } of steps ?? []) {
      if (table)
        plans.push({
          from,
          statement: shortened(statement),
          table,
          type,
          key,
          rows: Number.parseInt(String(rows), 10),
        });
    }
  }
  return { plans: plans.sort((a, b) => b.rows - a.rows), refused };
}

function shortened(sql: string): string {
  return sql
    .replace(/^SELECT .*? FROM/, 'SELECT … FROM')
    .replaceAll('`', '')
    .slice(0, 300);
}
