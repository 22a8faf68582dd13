import { createHash, randomBytes } from 'node:crypto';

/** An opaque secret of 256 random bits, fit for cookies and addresses. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored instead of a token. The token is random, so a plain SHA-256 cannot be guessed back. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
