import {
  id,
  index,
  instant,
  optional,
  primary,
  references,
  type RowOf,
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
    /** The address as typed; `emailKey` is its unique form. */
    email: varchar(254),
    emailKey: varchar(254),
    passwordHash: varchar(72),
    emailVerifiedAt: optional(instant),
    createdAt: instant,
    /** A random handle that authenticators store with the passkeys of the account; null until the first one. */
    userHandle: optional(varchar(43)),
  },
  [unique('uq_users_email_key', 'emailKey'), index('ix_users_unconfirmed', 'emailVerifiedAt', 'createdAt')],
);
export type User = RowOf<typeof Users>;

export type Audience = 'site' | 'office';

export const Sessions = table(
  'sessions',
  {
    id,
    userId: references('fk_sessions_user', 'users', 'CASCADE'),
    audience: varchar<Audience>(8),
    tokenHash: varchar(64),
    createdAt: instant,
    expiresAt: instant,
    /** The browser's name, by which the user recognises the device. */
    userAgent: optional(varchar(300)),
    /** The last use, rounded to the minute, so that few requests write it. */
    lastUsedAt: instant,
  },
  [
    unique('uq_sessions_token_hash', 'tokenHash'),
    index('ix_sessions_user', 'userId'),
    index('ix_sessions_expires_at', 'expiresAt'),
  ],
);
export type Session = RowOf<typeof Sessions>;

/** An account with the role `staff`, which may log in at the office. */
export const Staff = table(
  'staff',
  {
    userId: primary(references('fk_staff_user', 'users', 'CASCADE')),
    grantedAt: instant,
    /** The member of staff who granted the role; null for the command line. */
    grantedBy: optional(references('fk_staff_granted_by', 'users', 'SET NULL')),
  },
  [index('ix_staff_granted_by', 'grantedBy')],
);

/** A browser in which the customer has logged in. Guesses from elsewhere do not delay its log-ins. */
export const KnownDevices = table(
  'known_devices',
  {
    id,
    userId: references('fk_known_devices_user', 'users', 'CASCADE'),
    tokenHash: varchar(64),
    createdAt: instant,
    expiresAt: instant,
  },
  [
    unique('uq_known_devices_token_user', 'tokenHash', 'userId'),
    index('ix_known_devices_user', 'userId'),
    index('ix_known_devices_expires_at', 'expiresAt'),
  ],
);
export type KnownDevice = RowOf<typeof KnownDevices>;

export type MailTokenPurpose = 'reset-password' | 'verify-email' | 'change-email' | 'log-in';

/** The secret of a link in a mail, stored as a hash and valid once: reset, log-in, e-mail verification and change. */
export const MailTokens = table(
  'mail_tokens',
  {
    id,
    userId: references('fk_mail_tokens_user', 'users', 'CASCADE'),
    purpose: varchar<MailTokenPurpose>(20),
    tokenHash: varchar(64),
    createdAt: instant,
    expiresAt: instant,
    usedAt: optional(instant),
    newEmail: optional(varchar(254)),
  },
  [
    unique('uq_mail_tokens_token_hash', 'tokenHash'),
    index('ix_mail_tokens_user', 'userId'),
    index('ix_mail_tokens_expires_at', 'expiresAt'),
  ],
);
export type MailToken = RowOf<typeof MailTokens>;
