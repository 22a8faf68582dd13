import type { IncomingMessage } from 'node:http';
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { UserError } from '../../../packages/node/user-error';
import { requireEncrypted } from '../../../packages/node/web-server';

export interface SingleSignOn {
  /** The identity provider, as its tokens name it. */
  readonly issuer: string;
  /** The address of the public keys with which it signs (`jwks_uri`). */
  readonly keys: string;
  /** The client for which the proxy asks: tokens for other clients are refused. */
  readonly client: string;
  /** The email addresses of the operators, in lower case. */
  readonly operators: readonly string[];
}

/** The provider and the operators; `undefined` while operators log in with a token. @throws UserError */
export function readSingleSignOn(environment: NodeJS.ProcessEnv = process.env): SingleSignOn | undefined {
  const { OPS_SSO_ISSUER: issuer, OPS_SSO_KEYS: keys } = environment;
  const { OPS_SSO_CLIENT: client, OPS_SSO_OPERATORS: list } = environment;
  const former = ['OPS_SSO_PROXIES', 'OPS_SSO_HEADER'].find((name) => environment[name]);
  if (former) {
    throw new UserError(
      `${former} proves nothing and is no longer accepted: set OPS_SSO_ISSUER and the others.`,
    );
  }
  if (!issuer && !keys && !client && !list) return undefined;
  if (!issuer || !keys || !client || !list) {
    throw new UserError(
      'Single sign-on needs all of OPS_SSO_ISSUER, OPS_SSO_KEYS, OPS_SSO_CLIENT and OPS_SSO_OPERATORS.',
    );
  }
  const operators = list.split(',').map((operator) => operator.trim().toLowerCase());
  const wrong = operators.find((operator) => !z.email().max(60).safeParse(operator).success);
  if (wrong !== undefined) throw new UserError(`OPS_SSO_OPERATORS: "${wrong}" is not an email address.`);
  return { issuer, keys: requireEncrypted('OPS_SSO_KEYS', keys), client, operators };
}

/** Algorithms with a public key. With `none` or a shared secret, everybody who can ask could also sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
/** How far the clock of the provider may differ. */
const CLOCK_SECONDS = 30;
/** How long the provider is left alone after it did not answer. */
const PAUSE_MS = 10_000;

class ProviderDown extends Error {}

/**
 * Identifies operators by the ID token of their provider, which the proxy adds to each request. Where a request comes from proves
 * nothing: every process of this machine can connect to this port.
 * @returns `undefined` for a request without a token; `refused` for one that proves no operator.
 */
export function createSingleSignOn({ issuer, keys, client, operators }: SingleSignOn) {
  const readKey = keysOf(keys);
  const claims = z.object({
    // A token for several clients could come from any of them.
    aud: z.union([z.literal(client), z.tuple([z.literal(client)])]),
    azp: z.literal(client).optional(),
    // A letter such as the Kelvin sign has an ASCII letter in lower case.
    email: z.email().toLowerCase().pipe(z.enum(operators)),
    email_verified: z.literal(true),
  });
  return async ({
    headers: { authorization },
  }: IncomingMessage): Promise<{ readonly who: string } | 'refused' | 'down' | undefined> => {
    if (authorization === undefined) return undefined;
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1] ?? '';
    try {
      const { payload, protectedHeader } = await jwtVerify(token, readKey, {
        ...{ issuer, audience: client, algorithms: ALGORITHMS, clockTolerance: CLOCK_SECONDS },
        requiredClaims: ['sub', 'iat', 'exp'],
      });
      // Access tokens (at+jwt) and logout tokens have the same issuer and keys.
      if (!/^(?:jwt)?$/i.test(protectedHeader.typ ?? '')) return 'refused';
      const { success, data } = claims.safeParse(payload);
      return success ? { who: data.email } : 'refused';
    } catch (error) {
      if (error instanceof ProviderDown) return 'down';
      if (error instanceof errors.JOSEError) return 'refused';
      throw error;
    }
  };
}

/** Reads the provider's keys again when one is unknown, at most twice a minute, and after ten minutes. Known keys do not need the provider. */
function keysOf(address: string): JWTVerifyGetKey {
  const read = createRemoteJWKSet(new URL(address));
  let retryAt = 0;
  return async (header, token) => {
    if (Date.now() < retryAt) {
      const known = read.fresh ? read.jwks() : undefined;
      if (!known) throw new ProviderDown();
      return createLocalJWKSet(known)(header, token).catch(() => {
        throw new ProviderDown();
      });
    }
    try {
      return await read(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      retryAt = Date.now() + PAUSE_MS;
      process.stderr.write(`OPS_SSO_KEYS cannot be read: ${String(error)}\n`);
      throw new ProviderDown();
    }
  };
}
