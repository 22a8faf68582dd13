import { academy, type CallInput } from '@isa/api-contract';
import { creationOptionsSchema, requestOptionsSchema } from '@isa/api-contract/schemas';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import {
  COSEALG,
  decodeAttestationObject,
  decodeClientDataJSON,
  isoCBOR,
} from '@simplewebauthn/server/helpers';
import type { z } from 'zod';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { PasskeyChallenges, type PasskeyPurpose, type PasskeyRow, type User } from '../../database/entities';
import { onForeignKeyError, ProblemError } from '../../http/problem-error';
import type { AccountDeps } from './deps';
import { tokenHash } from '../../platform/secret-token';

export type Assertion = CallInput<'passkeyLogin'>['body']['passkey'];
export type RequestOptions = z.output<typeof requestOptionsSchema>;
export type CreationOptions = z.output<typeof creationOptionsSchema>;
export type NewCredential = CallInput<'addPasskey'>['body']['passkey'];

/** All authenticators and Node support these algorithms. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** What browsers ask authenticators for, and the verification of their responses (Web Authentication §7). */
export function createPasskeyCeremonies(origin: string) {
  const rpID = new URL(origin).hostname;
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };

  return {
    /** @param allowed the passkeys that the customer may use; if empty, any passkey for this site. */
    async requestOptions(allowed: readonly PasskeyRow[]): Promise<RequestOptions> {
      const options = await generateAuthenticationOptions({
        rpID,
        timeout: CHALLENGE_MS,
        userVerification: 'required',
        allowCredentials: allowed.map(descriptor),
      });
      return requestOptionsSchema.parse(options);
    },

    /** @param userHandle base64url. */
    async creationOptions({ email, name }: User, userHandle: string, existing: readonly PasskeyRow[]) {
      const options = await generateRegistrationOptions({
        rpName: academy.name,
        rpID,
        userID: Buffer.from(userHandle, 'base64url'),
        userName: email,
        userDisplayName: name,
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        excludeCredentials: existing.map(descriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return creationOptionsSchema.parse(options);
    },

    /** The state of the passkey after this use. @throws ProblemError `invalid-passkey` */
    async verifyAssertion({ credentialId, publicKey, counter }: PasskeyRow, assertion: Assertion) {
      return accepted(async () => {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          response: { ...assertion, clientExtensionResults: {} },
          expectedChallenge: challengeOf(assertion),
          credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter },
        });
        const { newCounter, credentialBackedUp } = authenticationInfo;
        return verified && { counter: newCounter, backedUp: credentialBackedUp };
      });
    },

    /** The new passkey. @throws ProblemError `invalid-passkey` */
    async verifyCreation({ response, ...credential }: NewCredential) {
      return accepted(async () => {
        const attestationObject = withoutAttestation(response.attestationObject);
        const { registrationInfo: info } = await verifyRegistrationResponse({
          ...expected,
          response: {
            ...credential,
            response: { ...response, attestationObject },
            clientExtensionResults: {},
          },
          expectedChallenge: challengeOf({ response }),
          supportedAlgorithmIDs: ALGORITHMS,
        });
        return (
          info && {
            credentialId: info.credential.id,
            publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
            counter: info.credential.counter,
            transports: response.transports ?? [],
            backedUp: info.credentialBackedUp,
          }
        );
      });
    },
  };
}

/** @returns the challenge that the authenticator says it has signed. @throws ProblemError `invalid-passkey` */
export function challengeOf({
  response,
}: Readonly<{ response: Readonly<{ clientDataJSON: string }> }>): string {
  try {
    const { challenge }: { challenge: unknown } = decodeClientDataJSON(response.clientDataJSON);
    if (typeof challenge === 'string') return challenge;
  } catch (error) {
    throw new ProblemError('invalid-passkey', { cause: error });
  }
  throw new ProblemError('invalid-passkey');
}

/** The library would request addresses in an attestation statement's certificates, so it is removed. */
function withoutAttestation(attestationObject: string): string {
  const authData = decodeAttestationObject(Buffer.from(attestationObject, 'base64url')).get('authData');
  const none = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(none)).toString('base64url');
}

/** @throws ProblemError `invalid-passkey` for everything that the library refuses. */
async function accepted<Info>(verify: () => Promise<Info | false | undefined>): Promise<Info> {
  const info = await verify().catch((error: unknown) => {
    throw new ProblemError('invalid-passkey', { cause: error });
  });
  if (info === false || info === undefined) throw new ProblemError('invalid-passkey');
  return info;
}

function descriptor({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports };
}

/** How long a challenge is valid, and how long the browser waits for the customer. */
export const CHALLENGE_MS = 5 * 60 * 1000;

/** The random values that authenticators sign, as rows, so that each one counts once on all processes. */
export function createPasskeyChallenges({ db, now }: Pick<AccountDeps, 'db' | 'now'>) {
  const rows = db.getRepository(PasskeyChallenges);

  return {
    /** @param sessionId the only session that may use it; none before a login. @throws ProblemError `not-signed-in` */
    async save(challenge: string, purpose: PasskeyPurpose, sessionId: number | undefined): Promise<void> {
      const expiresAt = new Date(now().getTime() + CHALLENGE_MS);
      await rows
        .insert({ challengeHash: tokenHash(challenge), purpose, sessionId: sessionId ?? null, expiresAt })
        .catch(onForeignKeyError('not-signed-in'));
    },

    /** Deletes a challenge, so it counts once. @throws ProblemError `passkey-expired` unless it was valid for this purpose and session. */
    async use(
      challenge: string,
      purpose: PasskeyPurpose,
      sessionId: number | undefined,
      manager: EntityManager = db.manager,
    ): Promise<void> {
      const { affected } = await manager.delete(PasskeyChallenges, {
        challengeHash: tokenHash(challenge),
        purpose,
        sessionId: sessionId ?? IsNull(),
        expiresAt: MoreThan(now()),
      });
      if (affected !== 1) throw new ProblemError('passkey-expired');
    },
  };
}
