import { createHash, createSign, createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { generate } from 'selfsigned';

export interface Signer {
  /** PEM, served at the address that every delivery contains. */
  readonly certificate: string;
  /** Last part of that address; changes with the certificate. */
  readonly certificateId: string;
  sign(message: string): string;
  verify(message: string, signature: string): boolean;
}

/** Creates a key with a self-signed certificate in place of PayPal's. */
export async function createSigner(): Promise<Signer> {
  const { private: key, cert } = await generate(
    [{ name: 'commonName', value: 'messageverificationcerts.sandbox.localhost' }],
    { keySize: 2048, algorithm: 'sha256' },
  );
  return {
    certificate: cert,
    certificateId: `CERT-${createHash('sha256').update(cert).digest('hex').slice(0, 16)}`,
    sign: (message) => createSign('sha256').update(message).sign(key, 'base64'),
    verify: (message, signature) => createVerify('sha256').update(message).verify(cert, signature, 'base64'),
  };
}

/** The signed text of a delivery: https://developer.paypal.com/api/rest/webhooks/rest/#link-selfverificationmethod */
export function signedMessage(transmissionId: string, time: string, webhookId: string, body: string): string {
  return `${transmissionId}|${time}|${webhookId}|${crc32(body)}`;
}
