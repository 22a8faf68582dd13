import type { PoolConnection } from 'mysql2';
import type { DataSource, ObjectLiteral } from 'typeorm';
import { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import { DatabaseBusyError, endsConnection, UnknownOutcomeError, wasRefused, wasRolledBack } from './errors';
import { type DatabaseMeter, measureStatement, measureWait } from './meter';
import { withDeadline, withRetry } from './retry';

/**
 * Whatever the server's own mode is: outside of strict mode it cuts off what is too long, and with NO_BACKSLASH_ESCAPES the
 * driver's escaping of values would not hold.
 */
const SQL_MODE = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION';

/** After this margin a server that does not enforce the statement's limit is frozen or cut off. */
const ANSWER_MS = 1_000;

/** Time limits of the connections of one pool, in seconds. */
export interface ConnectionLimits {
  readonly statement: number;
  readonly lock: number;
  /** The limit of waiting for a connection; 2 by default. */
  readonly acquire?: number;
}

/** Gives up in time, repeats a lone statement of which nothing was saved, drops broken connections. */
class ServerQueryRunner extends MysqlQueryRunner {
  #connecting: Promise<PoolConnection> | undefined;

  constructor(
    driver: MysqlDriver,
    private readonly limits: ConnectionLimits,
    private readonly prepared: WeakSet<PoolConnection>,
    private readonly meter: DatabaseMeter | undefined,
  ) {
    super(driver, 'master');
  }

  override connect(): Promise<PoolConnection> {
    this.#connecting ??= measureWait(this.meter, () => this.#acquire()).catch((cause: unknown) => {
      this.#connecting = undefined;
      throw new DatabaseBusyError('The database gives no connection.', { cause });
    });
    return this.#connecting;
  }

  override async query(
    sql: string,
    values?: unknown[] | ObjectLiteral,
    structured = false,
  ): ReturnType<MysqlQueryRunner['query']> {
    return withRetry(
      () =>
        this.connect().then(() =>
          measureStatement(this.meter, sql, () => this.#limited(super.query(sql, values, structured))),
        ),
      (error) => {
        if (this.isTransactionActive) return false;
        const isRead = /^\s*SELECT\b/i.test(sql);
        return (
          wasRolledBack(error) ||
          (this.#repeats() && (wasRefused(error) || (isRead && endsConnection(error))))
        );
      },
    );
  }

  /** @throws UnknownOutcomeError when it is not known whether the transaction was saved. */
  override async commitTransaction(): Promise<void> {
    try {
      await super.commitTransaction();
    } catch (cause) {
      if (wasRolledBack(cause)) throw cause;
      throw new UnknownOutcomeError('The response to COMMIT was lost.', { cause });
    }
  }

  async #limited<Result>(answer: Promise<Result>): Promise<Result> {
    const { statement } = this.limits;
    try {
      if (statement === 0) return await answer;
      return await withDeadline(answer, statement * 1000 + ANSWER_MS, () => {
        this.#discard();
        return new DatabaseBusyError('The database does not answer.');
      });
    } catch (error) {
      if (endsConnection(error)) this.#discard();
      throw error;
    }
  }

  async #acquire(): Promise<PoolConnection> {
    const ms = (this.limits.acquire ?? 2) * 1000;
    const until = performance.now() + ms;
    // A refused connection costs the server nothing, and after a restart or a failover the next one succeeds.
    const connection = await withRetry(
      () => this.#obtain(until).then((connection) => this.#prepare(connection)),
      () => performance.now() < until,
      ms,
    );
    this.databaseConnection = connection;
    return connection;
  }

  async #prepare(connection: PoolConnection): Promise<PoolConnection> {
    if (this.prepared.has(connection)) return connection;
    const { statement, lock } = this.limits;
    // MariaDB runs the comment `M!`, MySQL the one with its version. MySQL limits only reading statements.
    const settings = `SET SESSION sql_mode = '${SQL_MODE}', innodb_lock_wait_timeout = ${lock}, lock_wait_timeout = ${lock}
      /*M! , max_statement_time = ${statement} */ /*!80000 , max_execution_time = ${statement * 1000} */`;
    try {
      await withDeadline(connection.promise().query(settings), ANSWER_MS, late);
      this.prepared.add(connection);
      return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  #obtain(until: number): Promise<PoolConnection> {
    const obtained = this.driver.obtainMasterConnection().then((connection: PoolConnection) => connection);
    return withDeadline(obtained, until - performance.now(), () => {
      // A connection that arrives too late would otherwise never return to the pool.
      obtained.then(
        (connection) => connection.release(),
        () => undefined,
      );
      return late();
    });
  }

  /** Gives up the connection. Within a transaction, the next statement fails as well. */
  #discard(): void {
    void this.#connecting?.then((connection) => connection.destroy());
    if (this.#repeats()) this.#connecting = undefined;
  }

  /** The role prepare has no time limit, and its lock ends with its connection, so it repeats nothing. */
  #repeats(): boolean {
    return !this.isTransactionActive && this.limits.statement > 0;
  }
}

const late = () => new DatabaseBusyError('The database took too long.');

/** Makes a data source of MariaDB or MySQL create query runners with these limits. */
export function installLimits(db: DataSource, limits: ConnectionLimits, meter?: DatabaseMeter): void {
  const { driver } = db;
  if (!(driver instanceof MysqlDriver)) return;
  const prepared = new WeakSet<PoolConnection>();
  driver.createQueryRunner = () => new ServerQueryRunner(driver, limits, prepared, meter);
}
