import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { PublicKey, Signature } from '../../formats/registry';

/** The DER prefix of an Ed25519 public key (RFC 8410 §4); the key's 32 bytes follow. */
const PUBLIC_KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function createKeyPair(): { readonly privateKey: KeyObject; readonly publicKey: PublicKey } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}

export function publicKeyOf(privateKey: KeyObject): PublicKey {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return describeKey(der.subarray(PUBLIC_KEY_PREFIX.length));
}

/** @param text the key's 32 bytes, base64. @returns `undefined` for anything else. */
export function readPublicKey(text: string): PublicKey | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 ? describeKey(bytes) : undefined;
}

function describeKey(bytes: Buffer): PublicKey {
  return { id: keyIdOf(bytes), key: bytes.toString('base64') };
}

function keyIdOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** @param text PKCS #8, as PEM or as base64 of its DER. @throws Error for anything that is not Ed25519. */
export function readPrivateKey(text: string): KeyObject {
  const key = text.includes('-----BEGIN')
    ? createPrivateKey(text.replaceAll('\\n', '\n'))
    : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('This is not an Ed25519 key.');
  return key;
}

export function signText(text: string, privateKey: KeyObject): Signature {
  return {
    signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
    key: publicKeyOf(privateKey).id,
  };
}

/** A signature as it was read from a file. */
export type SignatureFields = { readonly [Field in keyof Signature]?: string | undefined };

/** Whether one of the trusted keys has signed the JSON of a value. `false` for anything malformed. */
export function isSigned(
  value: unknown,
  { signature, key: id }: SignatureFields,
  trusted: readonly PublicKey[],
): boolean {
  const signer = trusted.find((key) => key.id === id);
  if (!signer || signature === undefined) return false;
  const bytes = Buffer.from(signer.key, 'base64');
  // A trust file that was edited by hand might pair an id with another key.
  if (bytes.length !== 32 || keyIdOf(bytes) !== signer.id) return false;
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_KEY_PREFIX, bytes]),
    format: 'der',
    type: 'spki',
  });
  try {
    return verify(null, Buffer.from(JSON.stringify(value)), key, Buffer.from(signature, 'base64'));
  } catch {
    // JSON.stringify throws for a value that is nested too deeply.
    return false;
  }
}
