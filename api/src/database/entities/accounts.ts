import { EntitySchema } from 'typeorm';
import { foreignKey, id, instant, integer, optional, primary, type Row, varchar } from './columns';

const userColumns = {
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
};

export type User = Row<typeof userColumns>;

export const Users = new EntitySchema<User>({
  name: 'User',
  tableName: 'users',
  columns: userColumns,
  indices: [
    { name: 'uq_users_email_key', columns: ['emailKey'], unique: true },
    { name: 'ix_users_unconfirmed', columns: ['emailVerifiedAt', 'createdAt'] },
  ],
});

export type Audience = 'site' | 'office';

const sessionColumns = {
  id,
  userId: integer,
  audience: varchar<Audience>(8),
  tokenHash: varchar(64),
  createdAt: instant,
  expiresAt: instant,
  /** The browser's name, by which the user recognises the device. */
  userAgent: optional(varchar(300)),
  /** The last use, rounded to the minute, so that few requests write it. */
  lastUsedAt: instant,
};

export type Session = Row<typeof sessionColumns>;

export const Sessions = new EntitySchema<Session>({
  name: 'Session',
  tableName: 'sessions',
  columns: sessionColumns,
  indices: [
    { name: 'uq_sessions_token_hash', columns: ['tokenHash'], unique: true },
    { name: 'ix_sessions_user', columns: ['userId'] },
    { name: 'ix_sessions_expires_at', columns: ['expiresAt'] },
  ],
  foreignKeys: [foreignKey('fk_sessions_user', 'User', 'userId', 'CASCADE')],
});

const staffColumns = {
  userId: primary(integer),
  grantedAt: instant,
  /** The member of staff who granted the role; null for the command line. */
  grantedBy: optional(integer),
};

/** An account with the role `staff`, which may log in at the office. */
export const Staff = new EntitySchema<Row<typeof staffColumns>>({
  name: 'Staff',
  tableName: 'staff',
  columns: staffColumns,
  indices: [{ name: 'ix_staff_granted_by', columns: ['grantedBy'] }],
  foreignKeys: [
    foreignKey('fk_staff_user', 'User', 'userId', 'CASCADE'),
    foreignKey('fk_staff_granted_by', 'User', 'grantedBy', 'SET NULL'),
  ],
});

const knownDeviceColumns = {
  id,
  userId: integer,
  tokenHash: varchar(64),
  createdAt: instant,
  expiresAt: instant,
};

/** A browser in which the customer has logged in. Guesses from elsewhere do not delay its log-ins. */
export type KnownDevice = Row<typeof knownDeviceColumns>;

export const KnownDevices = new EntitySchema<KnownDevice>({
  name: 'KnownDevice',
  tableName: 'known_devices',
  columns: knownDeviceColumns,
  indices: [
    { name: 'uq_known_devices_token_user', columns: ['tokenHash', 'userId'], unique: true },
    { name: 'ix_known_devices_user', columns: ['userId'] },
    { name: 'ix_known_devices_expires_at', columns: ['expiresAt'] },
  ],
  foreignKeys: [foreignKey('fk_known_devices_user', 'User', 'userId', 'CASCADE')],
});

export type MailTokenPurpose = 'reset-password' | 'verify-email' | 'change-email' | 'log-in';

const mailTokenColumns = {
  id,
  userId: integer,
  purpose: varchar<MailTokenPurpose>(20),
  tokenHash: varchar(64),
  createdAt: instant,
  expiresAt: instant,
  usedAt: optional(instant),
  newEmail: optional(varchar(254)),
};

/** The secret of a link in a mail, stored as a hash and valid once: reset, log-in, e-mail verification and change. */
export type MailToken = Row<typeof mailTokenColumns>;

export const MailTokens = new EntitySchema<MailToken>({
  name: 'MailToken',
  tableName: 'mail_tokens',
  columns: mailTokenColumns,
  indices: [
    { name: 'uq_mail_tokens_token_hash', columns: ['tokenHash'], unique: true },
    { name: 'ix_mail_tokens_user', columns: ['userId'] },
    { name: 'ix_mail_tokens_expires_at', columns: ['expiresAt'] },
  ],
  foreignKeys: [foreignKey('fk_mail_tokens_user', 'User', 'userId', 'CASCADE')],
});
