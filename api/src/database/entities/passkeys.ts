import { EntitySchema } from 'typeorm';
import type { Audience } from './accounts';
import {
  bigInteger,
  flag,
  foreignKey,
  id,
  instant,
  integer,
  json,
  optional,
  type Row,
  text,
  varchar,
} from './columns';

const passkeyColumns = {
  id,
  userId: integer,
  /** Its host is the relying party (Web Authentication §5.1.2), so a passkey works nowhere else. */
  audience: varchar<Audience>(8),
  /** A number from 1 to `MAX_PASSKEYS`, whose unique key caps the number of passkeys across processes. */
  ordinal: integer,
  name: varchar(60),
  /** The authenticator's id of the credential, base64url. */
  credentialId: varchar(1364),
  /** The public key as COSE key (RFC 9052), base64url. */
  publicKey: text,
  /** How many signatures the authenticator has counted; 0 where it does not count. */
  counter: bigInteger,
  /** How browsers reach the authenticator, such as `internal`. */
  transports: json<string[]>(),
  backedUp: flag,
  createdAt: instant,
  lastUsedAt: optional(instant),
};

/** A WebAuthn credential that logs in instead of the password. */
export type PasskeyRow = Row<typeof passkeyColumns>;

export const Passkeys = new EntitySchema<PasskeyRow>({
  name: 'Passkey',
  tableName: 'passkeys',
  columns: passkeyColumns,
  indices: [
    { name: 'uq_passkeys_credential_id', columns: ['credentialId'], unique: true },
    { name: 'uq_passkeys_user_ordinal', columns: ['userId', 'audience', 'ordinal'], unique: true },
  ],
  foreignKeys: [foreignKey('fk_passkeys_user', 'User', 'userId', 'CASCADE')],
});

export type PasskeyPurpose = 'log-in' | 're-authentication' | 'registration';

const passkeyChallengeColumns = {
  id,
  challengeHash: varchar(64),
  purpose: varchar<PasskeyPurpose>(20),
  /** The session that it was issued to; null before a log-in. */
  sessionId: optional(integer),
  expiresAt: instant,
};

/** A random value that an authenticator signs. Deleted when it is used, so that a signature counts once. */
export type PasskeyChallenge = Row<typeof passkeyChallengeColumns>;

export const PasskeyChallenges = new EntitySchema<PasskeyChallenge>({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenges',
  columns: passkeyChallengeColumns,
  indices: [
    { name: 'uq_passkey_challenges_hash', columns: ['challengeHash'], unique: true },
    { name: 'ix_passkey_challenges_session', columns: ['sessionId'] },
    { name: 'ix_passkey_challenges_expires_at', columns: ['expiresAt'] },
  ],
  foreignKeys: [foreignKey('fk_passkey_challenges_session', 'Session', 'sessionId', 'CASCADE')],
});
