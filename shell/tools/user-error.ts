/** A failure that a person caused or can fix: its message is printed without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
