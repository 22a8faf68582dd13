import type { PublicKey, Signature } from '../../formats/registry';

/** `Ed25519` came to WebCrypto with Chrome 137, Firefox 129 and Safari 17. */
export class VerificationUnsupported extends Error {
  override readonly name = 'VerificationUnsupported';
}

/**
 * Whether one of the keys has signed the text (Ed25519, RFC 8032).
 * @param subtle absent on insecure origins (W3C Secure Contexts).
 * @throws VerificationUnsupported where the browser lacks Ed25519; DOMException when the signature is not base64.
 */
export async function isSignedBy(
  keys: readonly PublicKey[],
  { signature, key: id }: Signature,
  text: string,
  subtle: SubtleCrypto | undefined,
): Promise<boolean> {
  const key = keys.find((candidate) => candidate.id === id);
  if (!key) return false;
  const imported = await subtle
    ?.importKey('raw', fromBase64(key.key), 'Ed25519', false, ['verify'])
    .catch(() => undefined);
  if (!subtle || !imported)
    throw new VerificationUnsupported('This browser cannot verify Ed25519 signatures.');
  return subtle.verify('Ed25519', imported, fromBase64(signature), new TextEncoder().encode(text));
}

/** @throws DOMException when the text is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
