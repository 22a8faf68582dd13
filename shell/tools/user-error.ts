/** A failure that a person caused or can fix: its message is printed without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** What a terminal shows of an error: the message of a `UserError`, the stack of a defect. */
export function printable(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The code of a Node error, such as `ENOENT`. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
