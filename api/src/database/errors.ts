import { QueryFailedError } from 'typeorm';

/**
 * The error of a database that cannot serve a request now: it was asked to wait too long, or cannot be reached.
 */
export class DatabaseBusyError extends Error {
  override readonly name: string = 'DatabaseBusyError';
}

/**
 * The error of a lost response to COMMIT: the transaction may have been saved, and must not be repeated without
 * a check.
 */
export class UnknownOutcomeError extends DatabaseBusyError {
  override readonly name = 'UnknownOutcomeError';
}

/**
 * The error of a cluster's node that has just become the writer and does not show yet what its predecessor has
 * saved.
 */
export class NotVisibleError extends DatabaseBusyError {
  override readonly name = 'NotVisibleError';
}

/** @returns whether the statement failed because a row with that unique key exists. */
export function isDuplicate(error: unknown): boolean {
  const code = databaseCode(error);
  return code === 'ER_DUP_ENTRY' || (code?.startsWith('SQLITE_CONSTRAINT_UNIQUE') ?? false);
}

/**
 * @returns whether a row that the statement refers to was deleted, such as the session of a user who just
 * logged out.
 */
export function isMissingReference(error: unknown): boolean {
  const code = databaseCode(error);
  return code === 'ER_NO_REFERENCED_ROW_2' || (code?.startsWith('SQLITE_CONSTRAINT_FOREIGNKEY') ?? false);
}

/** The database's error code, such as `ER_DUP_ENTRY` or `SQLITE_BUSY`. */
export function databaseCode(error: unknown): string | undefined {
  const { code } = driverError(error);
  return typeof code === 'string' ? code : undefined;
}

/** Codes for a deadlock or failed certification, a lock time-out, and a changed snapshot. */
const ROLLED_BACK: ReadonlySet<unknown> = new Set([1213, 1205, 1020]);
/**
 * Codes of a read-only server (option, mode, transaction), and of a cluster's node without quorum: another
 * connection may lead to a writer.
 */
const NOT_WRITABLE: ReadonlySet<unknown> = new Set([1290, 1836, 1792, 1047]);
/** Codes by which MariaDB and MySQL report a statement's time-out. */
const TOO_SLOW: ReadonlySet<unknown> = new Set([1969, 3024]);
/**
 * The code of a transaction that a cluster could not replicate: the node may have lost the others before or
 * after they got it.
 */
const NOT_REPLICATED: ReadonlySet<unknown> = new Set([1180]);
/** Codes for a server's shutdown, a killed connection, an interrupted statement, and too many connections. */
const ENDED: ReadonlySet<unknown> = new Set([1053, 1077, 1079, 1317, 1927, 4031, 1040, 1203, 1226]);
const LOST: ReadonlySet<unknown> = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * @returns whether the database aborted the statement, or its transaction, and saved nothing, so that it may
 * succeed when repeated.
 */
export function wasRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has(driverError(error).errno);
}

/** @returns whether no further statement can succeed on the connection of the failed one. */
export function endsConnection(error: unknown): boolean {
  const { code, errno, fatal } = driverError(error);
  return (
    fatal === true ||
    LOST.has(code) ||
    ENDED.has(errno) ||
    NOT_WRITABLE.has(errno) ||
    NOT_REPLICATED.has(errno)
  );
}

/**
 * @returns whether a server has refused the statement, so that nothing was saved; another connection may lead
 * to a writer.
 */
export function wasRefused(error: unknown): boolean {
  return NOT_WRITABLE.has(driverError(error).errno);
}

/**
 * @returns whether the same request can succeed later without a change: the database is away, overloaded or
 * read-only.
 */
export function isDatabaseBusy(error: unknown): boolean {
  if (error instanceof DatabaseBusyError) return true;
  return wasRolledBack(error) || endsConnection(error) || TOO_SLOW.has(driverError(error).errno);
}

function driverError(error: unknown): Readonly<Record<'code' | 'errno' | 'fatal', unknown>> {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
  const read = (field: string): unknown =>
    typeof cause === 'object' && cause !== null && field in cause ? Reflect.get(cause, field) : undefined;
  return { code: read('code'), errno: read('errno'), fatal: read('fatal') };
}
