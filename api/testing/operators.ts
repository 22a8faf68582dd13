import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createReadToken } from '@isa/api-contract/read-token';
import { testFolder } from './test-folder';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** The setting with which an API trusts the operators of these tests. */
export function trustOperators() {
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
  const file = path.join(testFolder(), 'trusted.json');
  writeFileSync(file, JSON.stringify({ shop: [], registry: [{ id: 'the-operators', key, since: '' }] }));
  return { RELEASE_TRUST: file };
}

/** What their roles send when they read from the API. */
export const signedByOperators = () => ({ Authorization: `Bearer ${createReadToken(privateKey)}` });
