import { createHash, timingSafeEqual } from 'node:crypto';
import { UserError } from './user-error';

/** The least length of a token, because shorter ones could be guessed; the API requires the same. */
const MIN_LENGTH = 32;

/** @param variable holds the token. @throws UserError when others could guess it, or it has spaces. */
export function requireToken(variable: string, token: string): string {
  if (token.length >= MIN_LENGTH && !/\s/.test(token)) return token;
  throw new UserError(`${variable} must have at least ${MIN_LENGTH} characters and no spaces.`);
}

export function isSameToken(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
