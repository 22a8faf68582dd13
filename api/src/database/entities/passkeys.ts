import type { Audience } from './accounts';
import {
  asciiKey,
  bigInteger,
  flag,
  id,
  indexed,
  instant,
  integer,
  json,
  key,
  optional,
  references,
  type RowOf,
  table,
  text,
  unique,
  varchar,
} from './columns';

/** A WebAuthn credential that logs in instead of the password. */
export const Passkeys = table(
  'passkeys',
  {
    id,
    userId: references('fk_passkeys_user', 'users', 'CASCADE'),
    /** Its host is the relying party (Web Authentication §5.1.2), so a passkey works nowhere else. */
    audience: key<Audience>(8),
    /** A number from 1 to `MAX_PASSKEYS`, whose unique key caps the number of passkeys across processes. */
    ordinal: integer,
    name: varchar(60),
    /** The authenticator's id of the credential, base64url. */
    credentialId: unique('uq_passkeys_credential_id', asciiKey(1364)),
    /** The public key as COSE key (RFC 9052), base64url. */
    publicKey: text,
    /** How many signatures the authenticator has counted; 0 where it does not count. */
    counter: bigInteger,
    /** How browsers reach the authenticator, such as `internal`. */
    transports: json<string[]>(),
    backedUp: flag,
    createdAt: instant,
    lastUsedAt: optional(instant),
  },
  [{ name: 'uq_passkeys_user_ordinal', columns: ['userId', 'audience', 'ordinal'], unique: true }],
);
export type PasskeyRow = RowOf<typeof Passkeys>;

export type PasskeyPurpose = 'log-in' | 're-authentication' | 'registration';

/** A random value that an authenticator signs. Deleted when it is used, so that a signature counts once. */
export const PasskeyChallenges = table('passkey_challenges', {
  id,
  challengeHash: unique('uq_passkey_challenges_hash', key(64)),
  purpose: varchar<PasskeyPurpose>(20),
  /** The session that it was issued to; null before a login. */
  sessionId: indexed(
    'ix_passkey_challenges_session',
    optional(references('fk_passkey_challenges_session', 'sessions', 'CASCADE')),
  ),
  expiresAt: indexed('ix_passkey_challenges_expires_at', instant),
});
