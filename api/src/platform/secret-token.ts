import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash. Tokens are random, so a plain SHA-256 cannot be reversed by guessing. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The row that a link names, and the signed text: it begins with the kind of link, so a link of one kind cannot be used as another kind. */
type LinkedRow = Readonly<{ id: number; subject: string }>;

/** A secret link for a mail: the row's id and a signature, without an end. */
export function createSignedLink({ id, subject }: LinkedRow, secret: string): string {
  return `${id}.${createHmac('sha256', secret).update(subject).digest('base64url')}`;
}

export function idInLink(link: string): number | undefined {
  const id = /^([1-9]\d{0,15})\.[\w-]{43}$/.exec(link)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** @param secrets one of which signed it. */
export function isSignedLink(link: string, row: LinkedRow, secrets: readonly string[]): boolean {
  const given = Buffer.from(link);
  return secrets.some((secret) => {
    const expected = Buffer.from(createSignedLink(row, secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
