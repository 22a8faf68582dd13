import { QueryFailedError } from 'typeorm';

/** The database cannot serve a request now. */
export class DatabaseBusyError extends Error {
  override readonly name: string = 'DatabaseBusyError';
}

/** The response to COMMIT was lost: it may have been saved, so check before a repetition. */
export class UnknownOutcomeError extends DatabaseBusyError {
  override readonly name = 'UnknownOutcomeError';
}

/** A node of a cluster has just become the writer and does not show all that its predecessor saved. */
export class NotVisibleError extends DatabaseBusyError {
  override readonly name = 'NotVisibleError';
}

export function isDuplicate(error: unknown): boolean {
  const code = databaseCode(error);
  return code === 'ER_DUP_ENTRY' || /^SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY)/.test(code ?? '');
}

/** @returns whether a row that the statement refers to is gone, such as the session after a logout. */
export function isMissingReference(error: unknown): boolean {
  const code = databaseCode(error);
  return code === 'ER_NO_REFERENCED_ROW_2' || (code?.startsWith('SQLITE_CONSTRAINT_FOREIGNKEY') ?? false);
}

export function databaseCode(error: unknown): string | undefined {
  const { code } = driverError(error);
  return typeof code === 'string' ? code : undefined;
}

/** Codes for a deadlock or failed certification, a lock time-out, and a changed snapshot. */
const ROLLED_BACK: ReadonlySet<unknown> = new Set([1213, 1205, 1020]);
/** Codes of a read-only server, and of a node without quorum: another connection may lead to a writer. */
const NOT_WRITABLE: ReadonlySet<unknown> = new Set([1290, 1836, 1792, 1047]);
/** Codes by which MariaDB and MySQL report a statement's time-out. */
const TOO_SLOW: ReadonlySet<unknown> = new Set([1969, 3024]);
/**
 * Codes for a server's shutdown, a killed connection, an interrupted statement, too many connections, and a
 * transaction that a cluster could not replicate: the others may have it.
 */
const ENDED: ReadonlySet<unknown> = new Set([1053, 1077, 1079, 1317, 1927, 4031, 1040, 1203, 1226, 1180]);
/** Codes of a disk or a tablespace without room. */
const DISK_FULL: ReadonlySet<unknown> = new Set([1021, 1026, 1114, 'SQLITE_FULL']);
/** MariaDB's code for an error of the storage engine, whose message contains that of the operating system. */
const ENGINE_ERROR = 1030;
const LOST: ReadonlySet<unknown> = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/** @returns whether the database saved nothing, so that the statement may succeed when repeated. */
export function wasRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has(driverError(error).errno);
}

export function endsConnection(error: unknown): boolean {
  const { code, errno, fatal } = driverError(error);
  return fatal === true || LOST.has(code) || ENDED.has(errno) || NOT_WRITABLE.has(errno);
}

/** @returns whether a server refused the statement; another connection may lead to a writer. */
export function wasRefused(error: unknown): boolean {
  return NOT_WRITABLE.has(driverError(error).errno);
}

/** @returns whether the database has no room for what the statement writes. */
export function isDiskFull(error: unknown): boolean {
  const { code, errno, message } = driverError(error);
  if (errno === ENGINE_ERROR) return /\berror 28\b/.test(String(message));
  return DISK_FULL.has(errno) || DISK_FULL.has(code);
}

/** @returns whether the same request can succeed later: the database is away, overloaded, full or read-only. */
export function isDatabaseBusy(error: unknown): boolean {
  if (error instanceof DatabaseBusyError) return true;
  if (isDiskFull(error)) return true;
  return wasRolledBack(error) || endsConnection(error) || TOO_SLOW.has(driverError(error).errno);
}

function driverError(error: unknown): Readonly<Record<'code' | 'errno' | 'fatal' | 'message', unknown>> {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
  const read = (field: string): unknown =>
    typeof cause === 'object' && cause !== null && field in cause ? Reflect.get(cause, field) : undefined;
  return { code: read('code'), errno: read('errno'), fatal: read('fatal'), message: read('message') };
}
