/** A failure that a person caused or can fix: its message is printed without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Replaces control characters in foreign text, which a terminal would interpret. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD');
}

/** What a terminal shows of an error: the message of a `UserError`, the stack of a defect. */
export function printable(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For `catch`: counts a failure that a person caused as no value. @throws every other error */
export function ignoreUserError(error: unknown): undefined {
  if (error instanceof UserError) return undefined;
  throw error;
}

/** For `catch`: counts a missing file as no value. @throws every other error */
export function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined;
  throw error;
}

/** The code of a Node error, such as `ENOENT`. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
