import { QueryFailedError } from 'typeorm';

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
  if (!(error instanceof QueryFailedError)) return undefined;
  const cause: unknown = error.driverError;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
