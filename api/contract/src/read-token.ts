/// <reference types="node" />
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** How long a token is valid before and after its time, because the clocks of two machines differ. */
const VALID_MS = 5 * 60_000;
const TOKEN = /^(\d{1,15})\.([\w-]{86})$/;

/**
 * Signs a short-lived token with which operators' roles read telemetry from the API. No process stores it, and the API
 * needs no secret to verify it.
 * @param key the Ed25519 key that signs the registry.
 */
export function createReadToken(key: KeyObject, now = Date.now()): string {
  return `${now}.${sign(null, textOf(String(now)), key).toString('base64url')}`;
}

/** @param keys 32 bytes each, base64: those of `registry` in `trusted.json`. */
export function isReadToken(token: string, keys: readonly string[], now = Date.now()): boolean {
  const [, time = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (time === '' || Math.abs(now - Number(time)) > VALID_MS) return false;
  return keys.some((key) =>
    verify(null, textOf(time), publicKeyOf(key), Buffer.from(signature, 'base64url')),
  );
}

/** Everything else that the key signs is JSON, so no signature is valid in two places. */
function textOf(time: string): Buffer {
  return Buffer.from(`isa-read ${time}`);
}

function publicKeyOf(key: string): KeyObject {
  const x = Buffer.from(key, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
