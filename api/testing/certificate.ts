import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from 'selfsigned';
import { testFolder } from './test-folder';

/** Files with a new certificate for a server with this name, which is its own authority, and with its key. */
export async function testCertificate(name: string) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
  const folder = testFolder();
  const files = { certificate: path.join(folder, 'certificate.pem'), key: path.join(folder, 'key.pem') };
  writeFileSync(files.certificate, cert);
  writeFileSync(files.key, key, { mode: 0o600 });
  return { ...files, cert };
}
