import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Opened {
  readonly text: string;
  /** Whether it is sealed with the first secret, which stays when the others are removed. */
  readonly isCurrent: boolean;
}

/**
 * Encrypts secrets, so that a copy of the database alone discloses none.
 * @param purpose each one has a key of its own.
 * @param secrets the first one seals, and each of them opens.
 */
export function createSealing(purpose: string, secrets: readonly string[]) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));

  return {
    /** @param about what the secret belongs to: it can be opened for nothing else. */
    seal(text: string, about: string): string {
      const [key] = keys;
      if (!key) throw new Error('Sealing needs a secret.');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return sealed.toString('base64url');
    },

    /** @returns `undefined` when none of the secrets sealed it, or it was sealed about something else. */
    open(sealed: string, about: string): Opened | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      for (const [index, key] of keys.entries()) {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-TAG_BYTES));
        try {
          const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
          return { text: text + decipher.final('utf8'), isCurrent: index === 0 };
        } catch {
          // Another secret may have sealed it.
        }
      }
      return undefined;
    },
  };
}
