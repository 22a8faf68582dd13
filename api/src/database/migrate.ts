import { setTimeout as pause } from 'node:timers/promises';
import {
  type DataSource,
  MigrationExecutor,
  type QueryRunner,
  type Table,
  type TableColumn,
  type TableIndex,
} from 'typeorm';
import { DatabaseBusyError, databaseCode, wasRolledBack } from './errors';
import { withRetry } from './retry';

/** How long a process waits for another one that prepares the database. */
const WAIT_MS = 10 * 60_000;
const ATTEMPT_SECONDS = 1;
const POLL_MS = 500;
/** The lock's name, of at most 64 characters. Databases of a server share names; MySQL 9.6 removed MD5. */
const LOCK_NAME = `CONCAT('isa-', SHA2(DATABASE(), 224))`;

/**
 * Updates the tables. Of several processes one works and the others wait; after a kill the next run completes what is
 * missing. MySQL commits each step: there the lock is a name that ends with its connection, and steps that were done are
 * skipped, also those that a process on another node of a cluster has done meanwhile. On SQLite all of it is one transaction.
 */
export async function migrate(db: DataSource): Promise<void> {
  if (db.options.type === 'better-sqlite3') return migrateInTransaction(db);
  await withDatabaseLock(db, async (runner) => {
    const executor = new MigrationExecutor(db, restartable(runner));
    executor.transaction = 'none';
    await withRetry(() => executor.executePendingMigrations(), wasDoneByAnother, WAIT_MS);
  });
}

/**
 * Makes the steps skip what is done, since a killed migration is repeated from its start, and a new database has the
 * newest tables at once. A step beyond these, and each change of rows, must be repeatable itself.
 */
function restartable(runner: QueryRunner): QueryRunner {
  const original = {
    createTable: runner.createTable.bind(runner),
    addColumn: runner.addColumn.bind(runner),
    createIndex: runner.createIndex.bind(runner),
    dropTable: runner.dropTable.bind(runner),
    dropColumn: runner.dropColumn.bind(runner),
    dropIndex: runner.dropIndex.bind(runner),
  };
  const hasIndex = async (table: Table | string, { name }: TableIndex) =>
    (await runner.getTable(nameOf(table)))?.indices.some((index) => index.name === name) ?? false;

  runner.createTable = (table, _, foreignKeys) => original.createTable(table, true, foreignKeys);
  runner.addColumn = async (table: Table | string, column: TableColumn) => {
    if (!(await runner.hasColumn(nameOf(table), column.name))) await original.addColumn(table, column);
  };
  runner.createIndex = async (table: Table | string, index: TableIndex) => {
    if (!(await hasIndex(table, index))) await original.createIndex(table, index);
  };
  runner.dropTable = (table, _, foreignKeys, indices) =>
    original.dropTable(table, true, foreignKeys, indices);
  runner.dropColumn = (table, column) => original.dropColumn(table, column, true);
  runner.dropIndex = (table, index) => original.dropIndex(table, index, true);
  return runner;
}

const nameOf = (table: Table | string) => (typeof table === 'string' ? table : table.name);

/** Codes for a table, column or index that exists, or is gone, already. */
const DONE: ReadonlySet<string | undefined> = new Set([
  'ER_TABLE_EXISTS_ERROR',
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_BAD_TABLE_ERROR',
  'ER_CANT_DROP_FIELD_OR_KEY',
]);

/** @returns whether another node of a cluster, where the lock does not hold, has done the step. */
function wasDoneByAnother(error: unknown): boolean {
  return DONE.has(databaseCode(error)) || wasRolledBack(error);
}

async function migrateInTransaction(db: DataSource): Promise<void> {
  const runner = db.createQueryRunner();
  try {
    // SQLite ignores its foreign keys' setting within transactions.
    await runner.beforeMigration();
    await untilFree(() => runner.startTransaction());
    await new MigrationExecutor(db, restartable(runner)).executePendingMigrations();
    await runner.commitTransaction();
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.afterMigration();
    await runner.release();
  }
}

/** Runs `work` while no other process does; on SQLite transactions suffice. @throws DatabaseBusyError */
export async function withDatabaseLock<Result>(
  db: DataSource,
  work: (runner: QueryRunner) => Promise<Result>,
): Promise<Result> {
  const runner = db.createQueryRunner();
  try {
    if (db.options.type !== 'better-sqlite3') await untilFree(() => takeName(runner));
    return await work(runner);
  } finally {
    // A connection that is lost has released the lock already.
    if (db.options.type !== 'better-sqlite3') {
      await runner.query(`SELECT RELEASE_LOCK(${LOCK_NAME})`).catch(() => undefined);
    }
    await runner.release();
  }
}

/** @throws DatabaseBusyError when another connection has it. */
async function takeName(runner: QueryRunner): Promise<void> {
  const sql = `SELECT GET_LOCK(${LOCK_NAME}, ${ATTEMPT_SECONDS}) AS taken`;
  const [row] = await runner.manager.query<{ taken: number | string | null }[]>(sql);
  if (Number(row?.taken) !== 1) throw new DatabaseBusyError('Another process prepares the database.');
}

function untilFree(take: () => Promise<void>): Promise<void> {
  return withRetry(take, (error) => error instanceof DatabaseBusyError, WAIT_MS);
}

/** The names of migrations that the database lacks. A newer release may have run further ones. */
export async function pendingMigrations(db: DataSource): Promise<string[]> {
  const pending = await new MigrationExecutor(db).getPendingMigrations();
  return pending.map(({ name }) => name);
}

/** Waits until the role prepare has updated the tables. @param waiting called once, before a wait. */
export async function waitForSchema(
  db: DataSource,
  stopping: AbortSignal,
  waiting: (pending: readonly string[]) => void,
): Promise<void> {
  let reported = false;
  for (;;) {
    const pending = await pendingMigrations(db);
    if (pending.length === 0 || stopping.aborted) return;
    if (!reported) waiting(pending);
    reported = true;
    await pause(POLL_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}
