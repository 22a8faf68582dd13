import { createHash, randomBytes } from 'node:crypto';

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash. Tokens are random, so a plain SHA-256 cannot be reversed by guessing. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
