import { setTimeout } from 'node:timers/promises';
import { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { DataSource, ObjectLiteral } from 'typeorm';
import { DatabaseBusyError, databaseCode } from './errors';
import { type DatabaseMeter, measureStatement, measureWait } from './meter';
import type { TransactionGate } from './transaction';

const BUSY_MS = 10_000;
const BUSY_PAUSE_MS = 5;

/** A query runner per caller: with TypeORM's shared one, parallel transactions on SQLite would nest as savepoints. */
class GatedQueryRunner extends BetterSqlite3QueryRunner {
  #leave: (() => void) | undefined;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly gate: TransactionGate,
    statements: Map<string, unknown>,
    private readonly meter: DatabaseMeter | undefined,
  ) {
    super(driver);
    // All runners share one connection and thus its prepared statements.
    Object.assign(this, { stmtCache: statements });
  }

  override async query(
    sql: string,
    values: unknown[] | ObjectLiteral = [],
    structured = false,
  ): ReturnType<BetterSqlite3QueryRunner['query']> {
    const leave = this.#leave ? undefined : await this.#enter();
    // The write lock is taken at once, so that another process's write cannot fail the transaction half-way.
    const statement = sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql;
    // Without an array around it libsql would interpret a lone object, also null, as named parameters.
    const isLoneObject = Array.isArray(values) && values.length === 1 && typeof values[0] === 'object';
    const bound = isLoneObject ? [values] : values;
    try {
      return await measureStatement(this.meter, sql, () =>
        this.#whenFree(() => super.query(statement, bound, structured)),
      );
    } finally {
      leave?.();
    }
  }

  override async startTransaction(
    isolationLevel?: Parameters<BetterSqlite3QueryRunner['startTransaction']>[0],
  ): Promise<void> {
    this.#leave ??= await this.#enter();
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

  /** Retries while another process holds the file's lock: SQLite's own wait would block this process. */
  async #whenFree<Result>(run: () => Promise<Result>): Promise<Result> {
    const deadline = Date.now() + BUSY_MS;
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (databaseCode(error) !== 'SQLITE_BUSY') throw error;
        if (Date.now() > deadline) throw new DatabaseBusyError('Another process holds the database lock.');
        await setTimeout(BUSY_PAUSE_MS);
      }
    }
  }

  #enter(): Promise<() => void> {
    return measureWait(this.meter, () => this.gate.enter());
  }

  #leaveGate(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}

/** Makes a SQLite data source create gated query runners. */
export function installGate(db: DataSource, gate: TransactionGate, meter?: DatabaseMeter): void {
  const { driver } = db;
  if (!(driver instanceof BetterSqlite3Driver)) return;
  const statements = new Map<string, unknown>();
  driver.createQueryRunner = () => new GatedQueryRunner(driver, gate, statements, meter);
  const afterConnect = driver.afterConnect.bind(driver);
  driver.afterConnect = async () => {
    await db.query('PRAGMA busy_timeout = 0');
    await afterConnect();
  };
}
