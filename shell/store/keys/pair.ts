import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type PublicKey, publicKeyOf } from './signature';

/** A new pair of Ed25519 keys. */
export function makePair(): { readonly privateKey: KeyObject; readonly publicKey: PublicKey } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}
