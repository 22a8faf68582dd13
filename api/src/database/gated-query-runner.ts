import { setTimeout } from 'node:timers/promises';
import { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { DataSource, ObjectLiteral } from 'typeorm';
import { databaseCode } from './errors';
import { DatabaseBusyError, type TransactionGate } from './transaction-gate';

const BUSY_MS = 10_000;
const BUSY_PAUSE_MS = 5;

/**
 * A query runner of its own for each caller. TypeORM hands the same one to everybody on SQLite, so that parallel
 * transactions would nest as savepoints and one caller's rollback would undo what another was told is saved.
 */
class GatedQueryRunner extends BetterSqlite3QueryRunner {
  readonly #gate: TransactionGate;
  #leave: (() => void) | undefined;

  constructor(driver: BetterSqlite3Driver, gate: TransactionGate, statements: Map<string, unknown>) {
    super(driver);
    this.#gate = gate;
    // Prepared statements belong to the connection, and that is still one.
    Object.assign(this, { stmtCache: statements });
  }

  override async query(
    sql: string,
    values: unknown[] | ObjectLiteral = [],
    structured = false,
  ): ReturnType<BetterSqlite3QueryRunner['query']> {
    const leave = this.#leave ? undefined : await this.#gate.enter();
    try {
      return await this.#whenFree(() => super.query(immediate(sql), bindable(values), structured));
    } finally {
      leave?.();
    }
  }

  override async startTransaction(
    isolationLevel?: Parameters<BetterSqlite3QueryRunner['startTransaction']>[0],
  ): Promise<void> {
    this.#leave ??= await this.#gate.enter();
    await super.startTransaction(isolationLevel);
  }

  override async commitTransaction(): Promise<void> {
    await super.commitTransaction();
    if (this.transactionDepth === 0) this.#leaveGate();
  }

  override async rollbackTransaction(): Promise<void> {
    try {
      await super.rollbackTransaction();
    } finally {
      if (this.transactionDepth === 0) this.#leaveGate();
    }
  }

  override async release(): Promise<void> {
    this.#leaveGate();
    await super.release();
  }

  /**
   * Tries again while another process holds the file. SQLite's own waiting would stop this whole process, and
   * with it whoever could let go. Only a statement that takes the lock can meet this, so repeating it is safe.
   */
  async #whenFree<Result>(run: () => Promise<Result>): Promise<Result> {
    const deadline = Date.now() + BUSY_MS;
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (databaseCode(error) !== 'SQLITE_BUSY') throw error;
        if (Date.now() > deadline) throw new DatabaseBusyError('Another process holds the database.');
        await setTimeout(BUSY_PAUSE_MS);
      }
    }
  }

  #leaveGate(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}

/**
 * Takes the write lock at the start: a transaction that reads first and writes later would otherwise fail, or
 * lose to another process, half-way.
 */
function immediate(sql: string): string {
  return sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql;
}

/** libsql takes a lone object, and null is one, for a table of named parameters. */
function bindable(values: unknown[] | ObjectLiteral): unknown[] | ObjectLiteral {
  return Array.isArray(values) && values.length === 1 && typeof values[0] === 'object' ? [values] : values;
}

/**
 * Makes a SQLite data source hand out gated query runners. Other databases have connections of their own. While the
 * file is being opened SQLite may wait for a lock by itself, since nobody is served yet; afterwards the runner does.
 */
export function installGate(db: DataSource, gate: TransactionGate): void {
  const { driver } = db;
  if (!(driver instanceof BetterSqlite3Driver)) return;
  const statements = new Map<string, unknown>();
  driver.createQueryRunner = () => new GatedQueryRunner(driver, gate, statements);
  const afterConnect = driver.afterConnect.bind(driver);
  driver.afterConnect = async () => {
    await db.query('PRAGMA busy_timeout = 0');
    await afterConnect();
  };
}
