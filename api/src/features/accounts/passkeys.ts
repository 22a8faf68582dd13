import { academy, type CallInput, MAX_PASSKEYS, type Passkey } from '@isa/api-contract';
import { creationOptionsSchema, requestOptionsSchema } from '@isa/api-contract/schemas';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { type EntityManager, IsNull, LessThan } from 'typeorm';
import { type PasskeyRow, Passkeys, type PasskeyPurpose, type User, Users } from '../../database/entities';
import { isDuplicate, isMissingReference } from '../../database/errors';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { writeMail } from '../../emails/outbox';
import type { Visitor } from '../../http/context';
import { ProblemError } from '../../http/problem-error';
import { newToken } from '../../secret-token';
import { passkeyAddedMail, passkeyRemovedMail } from './passkey-mails';
import { CHALLENGE_MS, createPasskeyChallenges } from './passkey-challenges';

export type Assertion = CallInput<'passkeyLogin'>['body']['passkey'];
type NewCredential = CallInput<'addPasskey'>['body']['passkey'];

interface OwnedPasskey {
  readonly passkey: PasskeyRow;
  readonly user: User;
}

/** Which all authenticators and Node support. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** Passkeys: WebAuthn credentials that the authenticator finds by itself and that verify the customer (decision 0039). */
export function createPasskeys({ db, env, now, security }: Deps) {
  const challenges = createPasskeyChallenges({ db, now });
  const passkeys = db.getRepository(Passkeys);
  const users = db.getRepository(Users);
  const rpID = new URL(env.siteOrigin).hostname;
  const expected = { expectedOrigin: env.siteOrigin, expectedRPID: rpID, requireUserVerification: true };

  async function requestOptions(
    purpose: PasskeyPurpose,
    sessionId: number | undefined,
    allowed: readonly PasskeyRow[],
  ) {
    const options = await generateAuthenticationOptions({
      rpID,
      timeout: CHALLENGE_MS,
      userVerification: 'required',
      allowCredentials: allowed.map(descriptor),
    });
    await challenges.save(options.challenge, purpose, sessionId);
    return requestOptionsSchema.parse(options);
  }

  /** Verifies the signature and counts the use. @throws ProblemError `invalid-passkey` */
  async function verify(passkey: PasskeyRow, assertion: Assertion, challenge: string): Promise<void> {
    const { newCounter, credentialBackedUp } = await verified(async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...expected,
        response: { ...assertion, clientExtensionResults: {} },
        expectedChallenge: challenge,
        credential: {
          id: passkey.credentialId,
          publicKey: Buffer.from(passkey.publicKey, 'base64url'),
          counter: passkey.counter,
        },
      });
      return verified && authenticationInfo;
    });
    // A counter that does not grow comes from a copy of the authenticator; 0 from one that does not count.
    const { affected } = await passkeys.update(
      { id: passkey.id, counter: newCounter === 0 ? 0 : LessThan(newCounter) },
      { counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: now() },
    );
    if (affected !== 1) throw new ProblemError('invalid-passkey');
  }

  /** The handle that authenticators store with the passkeys of this account; random, so that it tells nothing. */
  async function userHandle(user: User): Promise<string> {
    if (user.userHandle !== null) return user.userHandle;
    await users.update({ id: user.id, userHandle: IsNull() }, { userHandle: newToken() });
    const { userHandle: handle } = await users.findOneByOrFail({ id: user.id });
    if (handle === null) throw new Error('The account has no handle.');
    return handle;
  }

  function ofUser(userId: number): Promise<PasskeyRow[]> {
    return passkeys.find({ where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  return {
    logInOptions: () => requestOptions('log-in', undefined, []),

    /** The passkey that an assertion names, and its owner. It proves nothing yet. */
    async find({ id }: Pick<Assertion, 'id'>): Promise<OwnedPasskey | undefined> {
      const passkey = await passkeys.findOneBy({ credentialId: id });
      const user = passkey && (await users.findOneBy({ id: passkey.userId }));
      return passkey && user ? { passkey, user } : undefined;
    },

    /** @param owned what `find` found. @throws ProblemError `invalid-passkey`, `passkey-expired` */
    async logIn(owned: OwnedPasskey | undefined, assertion: Assertion): Promise<User> {
      const challenge = challengeOf(assertion);
      await challenges.use(challenge, 'log-in', undefined);
      if (!owned || assertion.response.userHandle !== owned.user.userHandle) {
        throw new ProblemError('invalid-passkey');
      }
      await verify(owned.passkey, assertion, challenge);
      return owned.user;
    },

    async reauthenticationOptions({ userId, sessionId }: Visitor) {
      return requestOptions('re-authentication', sessionId, await ofUser(userId));
    },

    /** Verifies a passkey of the visitor's account. @throws ProblemError `invalid-passkey`, `passkey-expired` */
    async reauthenticate({ userId, sessionId }: Visitor, assertion: Assertion): Promise<void> {
      const challenge = challengeOf(assertion);
      await challenges.use(challenge, 're-authentication', sessionId);
      const passkey = await passkeys.findOneBy({ credentialId: assertion.id, userId });
      if (!passkey) throw new ProblemError('invalid-passkey');
      await verify(passkey, assertion, challenge);
    },

    /** Call it after the owner's proof: the challenge carries it to `add`. @throws ProblemError `too-many-passkeys` */
    async registrationOptions({ sessionId }: Visitor, user: User) {
      const existing = await ofUser(user.id);
      if (existing.length >= MAX_PASSKEYS) throw new ProblemError('too-many-passkeys');
      const options = await generateRegistrationOptions({
        rpName: academy.name,
        rpID,
        userID: Buffer.from(await userHandle(user), 'base64url'),
        userName: user.email,
        userDisplayName: user.name,
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        excludeCredentials: existing.map(descriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      await challenges.save(options.challenge, 'registration', sessionId);
      return creationOptionsSchema.parse(options);
    },

    /** @throws ProblemError `invalid-passkey`, `passkey-expired`, `too-many-passkeys`, `passkey-exists`, `not-signed-in` */
    async add({ userId, sessionId }: Visitor, name: string, response: NewCredential): Promise<Passkey> {
      const challenge = challengeOf(response);
      const { credential, credentialBackedUp } = await verified(async () => {
        const { registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          response: { ...response, clientExtensionResults: {} },
          expectedChallenge: challenge,
          supportedAlgorithmIDs: ALGORITHMS,
        });
        return registrationInfo;
      });
      const passkey = {
        userId,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: response.response.transports ?? [],
        backedUp: credentialBackedUp,
        createdAt: now(),
        lastUsedAt: null,
      };
      // Each attempt fails only when a concurrent request took the ordinal.
      for (let attempt = 1; attempt <= MAX_PASSKEYS; attempt += 1) {
        const added = await insert(passkey, (manager) =>
          challenges.use(challenge, 'registration', sessionId, manager),
        );
        if (added) return present(added);
        if (await passkeys.existsBy({ credentialId: credential.id }))
          throw new ProblemError('passkey-exists');
      }
      throw new ProblemError('too-many-passkeys');
    },

    async list({ userId }: Pick<Visitor, 'userId'>): Promise<Passkey[]> {
      return (await ofUser(userId)).map(present);
    },

    /** @throws ProblemError `not-found` */
    async rename({ userId }: Visitor, id: number, name: string): Promise<Passkey> {
      await passkeys.update({ id, userId }, { name });
      const passkey = await passkeys.findOneBy({ id, userId });
      if (!passkey) throw new ProblemError('not-found');
      return present(passkey);
    },

    /** Mails the customer. @throws ProblemError `not-found` */
    async remove(user: User, id: number): Promise<void> {
      await transaction(db, async (manager) => {
        const { affected } = await manager.delete(Passkeys, { id, userId: user.id });
        if (affected !== 1) throw new ProblemError('not-found');
        await writeMail(manager, passkeyRemovedMail(user, env.siteOrigin), now());
      });
      security.write({ event: 'passkey-removed', result: 'success', account: user.id });
    },
  };

  /**
   * Saves a passkey with the first free ordinal and mails the customer.
   * @param permit in the same transaction, so that a reset, which ends the session with its challenges, misses no passkey.
   * @returns undefined when one of its keys is taken.
   */
  async function insert(
    passkey: Omit<PasskeyRow, 'id' | 'ordinal'>,
    permit: (manager: EntityManager) => Promise<void>,
  ): Promise<PasskeyRow | undefined> {
    try {
      return await transaction(db, async (manager) => {
        await permit(manager);
        const user = await manager.findOneBy(Users, { id: passkey.userId });
        if (!user) throw new ProblemError('not-signed-in');
        const taken = (await manager.findBy(Passkeys, { userId: user.id })).map(({ ordinal }) => ordinal);
        const ordinal = ORDINALS.find((candidate) => !taken.includes(candidate));
        if (ordinal === undefined) throw new ProblemError('too-many-passkeys');
        const added = await manager.save(Passkeys, { ...passkey, ordinal });
        await writeMail(manager, passkeyAddedMail(user, env.siteOrigin), now());
        return added;
      });
    } catch (error) {
      if (isMissingReference(error)) throw new ProblemError('not-signed-in', { cause: error });
      if (!isDuplicate(error)) throw error;
      return undefined;
    }
  }
}

const ORDINALS = Array.from({ length: MAX_PASSKEYS }, (_, at) => at + 1);

/** @throws ProblemError `invalid-passkey` for whatever the library refuses. */
async function verified<Info>(check: () => Promise<Info | false | undefined>): Promise<Info> {
  const info = await check().catch((error: unknown) => {
    throw new ProblemError('invalid-passkey', { cause: error });
  });
  if (info === false || info === undefined) throw new ProblemError('invalid-passkey');
  return info;
}

/** The challenge that the authenticator says it has signed. @throws ProblemError `invalid-passkey` */
function challengeOf({ response }: Assertion | NewCredential): string {
  try {
    const { challenge }: { challenge: unknown } = decodeClientDataJSON(response.clientDataJSON);
    if (typeof challenge === 'string') return challenge;
  } catch (error) {
    throw new ProblemError('invalid-passkey', { cause: error });
  }
  throw new ProblemError('invalid-passkey');
}

function descriptor({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports };
}

function present({ id, name, createdAt, lastUsedAt, backedUp }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    backedUp,
  };
}
