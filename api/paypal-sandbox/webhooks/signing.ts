import { createHash, createSign, createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { generate } from 'selfsigned';

export type Signer = Awaited<ReturnType<typeof createSigner>>;

/** Creates a key with a self-signed certificate in place of PayPal's. */
export async function createSigner() {
  const { private: key, cert } = await generate(
    [{ name: 'commonName', value: 'messageverificationcerts.sandbox.localhost' }],
    { keySize: 2048, algorithm: 'sha256' },
  );
  return {
    /** PEM, served at the address that every delivery contains. */
    certificate: cert,
    /** The last part of that address. */
    certificateId: `CERT-${createHash('sha256').update(cert).digest('hex').slice(0, 16)}`,
    sign: (message: string) => createSign('sha256').update(message).sign(key, 'base64'),
    verify: (message: string, signature: string) =>
      createVerify('sha256').update(message).verify(cert, signature, 'base64'),
  };
}

/** The signed text of a delivery: https://developer.paypal.com/api/rest/webhooks/rest/#link-selfverificationmethod */
export function signedMessage(transmissionId: string, time: string, webhookId: string, body: string): string {
  return `${transmissionId}|${time}|${webhookId}|${crc32(body)}`;
}
