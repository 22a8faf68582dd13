import {
  id,
  indexed,
  instant,
  integer,
  key,
  optional,
  primary,
  references,
  type RowOf,
  searchText,
  table,
  unique,
  varchar,
} from './columns';

export const Users = table(
  'users',
  {
    id,
    username: varchar(60),
    name: varchar(120),
    /** The address that is mailed; `emailKey` is its unique form. */
    email: varchar(254),
    emailKey: unique('uq_users_email_key', key(254)),
    passwordHash: key(72),
    emailVerifiedAt: optional(instant),
    createdAt: instant,
    /** A random handle that authenticators store with the passkeys of the account; null until the first one. */
    userHandle: optional(key(43)),
    /** The id of the sign-up's request, by which one that is sent again is recognised. */
    requestId: optional(key(64)),
    searchText,
  },
  [{ name: 'ix_users_unconfirmed', columns: ['emailVerifiedAt', 'createdAt'] }],
);
export type User = RowOf<typeof Users>;

/** Where a session is valid; `staff` marks a browser in which the site shows releases for staff. */
export type Audience = 'site' | 'office' | 'staff';

export const Sessions = table('sessions', {
  id,
  userId: indexed('ix_sessions_user', references('fk_sessions_user', 'users', 'CASCADE')),
  audience: key<Audience>(8),
  tokenHash: unique('uq_sessions_token_hash', key(64)),
  createdAt: instant,
  expiresAt: indexed('ix_sessions_expires_at', instant),
  /** The browser's name, by which the user recognises the device. */
  userAgent: optional(varchar(300)),
  /** The last use, rounded to the minute, so that few requests write it. */
  lastUsedAt: instant,
});
export type Session = RowOf<typeof Sessions>;

/** An account with the role `staff`, which may log in at the office. */
export const Staff = table('staff', {
  userId: primary(references('fk_staff_user', 'users', 'CASCADE')),
  grantedAt: instant,
  /** The member of staff who granted the role; null for the command line. */
  grantedBy: indexed('ix_staff_granted_by', optional(references('fk_staff_granted_by', 'users', 'SET NULL'))),
});

/** The app that shows a member of staff the codes for the office (RFC 6238). */
export const AuthenticatorApps = table('authenticator_apps', {
  userId: primary(references('fk_authenticator_apps_user', 'users', 'CASCADE')),
  /** The shared secret, sealed. */
  secret: varchar(160),
  createdAt: instant,
  /** The number of the latest time step whose code was used, because a code counts once. */
  lastStep: integer,
  /** How many codes were tried since `triesSince`, on all processes. */
  tries: integer,
  triesSince: instant,
});
export type AuthenticatorApp = RowOf<typeof AuthenticatorApps>;

/** A browser in which the customer has logged in. Guesses from elsewhere do not delay its logins. */
export const KnownDevices = table(
  'known_devices',
  {
    id,
    userId: indexed('ix_known_devices_user', references('fk_known_devices_user', 'users', 'CASCADE')),
    tokenHash: key(64),
    createdAt: instant,
    expiresAt: indexed('ix_known_devices_expires_at', instant),
  },
  [{ name: 'uq_known_devices_token_user', columns: ['tokenHash', 'userId'], unique: true }],
);

export type MailTokenPurpose =
  | 'reset-password'
  | 'verify-email'
  | 'change-email'
  | 'log-in'
  /** Given by hand, never mailed: sets up the login of a member of staff at the office. */
  | 'office-enrolment'
  /** In a form of the office: begins the staff view in the browser of a member of staff. */
  | 'staff-view'
  /** Printed by `npm start`: opens the office for the demo staff, in development only. */
  | 'office-demo';

/** The secret of a link, stored as a hash. All but the demo's are valid once. */
export const MailTokens = table('mail_tokens', {
  id,
  userId: indexed('ix_mail_tokens_user', references('fk_mail_tokens_user', 'users', 'CASCADE')),
  purpose: key<MailTokenPurpose>(20),
  tokenHash: unique('uq_mail_tokens_token_hash', key(64)),
  createdAt: instant,
  expiresAt: indexed('ix_mail_tokens_expires_at', instant),
  usedAt: optional(instant),
  newEmail: optional(varchar(254)),
});
export type MailToken = RowOf<typeof MailTokens>;
