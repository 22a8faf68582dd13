import { QueryFailedError } from 'typeorm';

/** The database cannot serve a request now; it was asked to wait too long, or it cannot be reached. */
export class DatabaseBusyError extends Error {
  override readonly name: string = 'DatabaseBusyError';
}

/** The response to COMMIT was lost: the transaction may have been saved. It must not be repeated without a check. */
export class UnknownOutcomeError extends DatabaseBusyError {
  override readonly name = 'UnknownOutcomeError';
}

/** A node of a cluster that has just become the writer does not show yet what its predecessor has saved. */
export class NotVisibleError extends DatabaseBusyError {
  override readonly name = 'NotVisibleError';
}

/** True when the statement failed because a row with that unique key exists. */
export function isDuplicate(error: unknown): boolean {
  const code = databaseCode(error);
  return code === 'ER_DUP_ENTRY' || (code?.startsWith('SQLITE_CONSTRAINT_UNIQUE') ?? false);
}

/** True when a row that the statement refers to was deleted, such as the session of a user who just logged out. */
export function isMissingReference(error: unknown): boolean {
  const code = databaseCode(error);
  return code === 'ER_NO_REFERENCED_ROW_2' || (code?.startsWith('SQLITE_CONSTRAINT_FOREIGNKEY') ?? false);
}

/** The database's error code, such as `ER_DUP_ENTRY` or `SQLITE_BUSY`. */
export function databaseCode(error: unknown): string | undefined {
  const { code } = driverError(error);
  return typeof code === 'string' ? code : undefined;
}

/** Deadlock or failed certification, lock time-out, changed snapshot. */
const ROLLED_BACK: ReadonlySet<unknown> = new Set([1213, 1205, 1020]);
/** Read-only server (option, mode, transaction), and a cluster's node without quorum: another connection may lead to a writer. */
const NOT_WRITABLE: ReadonlySet<unknown> = new Set([1290, 1836, 1792, 1047]);
/** MariaDB and MySQL report a statement's time-out by these codes. */
const TOO_SLOW: ReadonlySet<unknown> = new Set([1969, 3024]);
/** A cluster could not replicate the transaction: the node may have lost the others before or after they got it. */
const NOT_REPLICATED: ReadonlySet<unknown> = new Set([1180]);
/** Server shutdown, killed connection, interrupted statement, too many connections. */
const ENDED: ReadonlySet<unknown> = new Set([1053, 1077, 1079, 1317, 1927, 4031, 1040, 1203, 1226]);
const LOST: ReadonlySet<unknown> = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/** True when the database aborted the statement, or its transaction, and saved nothing: it may succeed when repeated. */
export function wasRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has(driverError(error).errno);
}

/** True when no further statement can succeed on the connection of the failed one. */
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

/** True when a server has refused the statement, so that nothing was saved; another connection may lead to a writer. */
export function wasRefused(error: unknown): boolean {
  return NOT_WRITABLE.has(driverError(error).errno);
}

/** True when the same request can succeed later without a change: the database is away, overloaded or read-only. */
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
