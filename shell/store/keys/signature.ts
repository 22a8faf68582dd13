import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The DER prefix of an Ed25519 public key (RFC 8410 §4); the key's 32 bytes follow. */
const PUBLIC_KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** A public key that is believed. */
export interface PublicKey {
  /** The first 16 hexadecimal digits of the key's SHA-256. */
  readonly id: string;
  /** The 32 bytes of the key (RFC 8032 §5.1.5), base64: what WebCrypto imports as `raw`. */
  readonly key: string;
}

/** A text's signature, and the key that it can be verified with. */
export interface Signature {
  /** Ed25519 (RFC 8032) over the text's UTF-8, base64. */
  readonly signature: string;
  /** The key's id. */
  readonly key: string;
}

export function publicKeyOf(privateKey: KeyObject): PublicKey {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const bytes = der.subarray(PUBLIC_KEY_PREFIX.length);
  return { id: keyIdOf(bytes), key: bytes.toString('base64') };
}

/** @param text the key's 32 bytes, base64. @returns `undefined` for anything else. */
export function readPublicKey(text: string): PublicKey | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 ? { id: keyIdOf(bytes), key: bytes.toString('base64') } : undefined;
}

function keyIdOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** @param text PKCS #8, as PEM or as the base64 of its DER, so that it fits into one line of an environment. */
export function readPrivateKey(text: string): KeyObject {
  const key = text.includes('-----BEGIN')
    ? createPrivateKey(text.replaceAll('\\n', '\n'))
    : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('It is no Ed25519 key.');
  return key;
}

export function signText(text: string, privateKey: KeyObject): Signature {
  return {
    signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
    key: publicKeyOf(privateKey).id,
  };
}

/** Whether the text is signed by one of these keys. Anything unexpected is a no. */
export function isSigned(text: string, by: Partial<Signature>, trusted: readonly PublicKey[]): boolean {
  const known = trusted.find(({ id }) => id === by.key);
  if (!known || typeof by.signature !== 'string') return false;
  const bytes = Buffer.from(known.key, 'base64');
  // A trusted file that was edited by hand might pair an id with another key.
  if (bytes.length !== 32 || keyIdOf(bytes) !== known.id) return false;
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_KEY_PREFIX, bytes]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(text), key, Buffer.from(by.signature, 'base64'));
}
