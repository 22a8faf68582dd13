import { EntitySchema } from 'typeorm';
import { foreignKey, id, instant, integer, optional, words } from './columns';

/** A customer. Visitors have no row. */
export interface User {
  readonly id: number;
  username: string;
  name: string;
  /** As typed; `emailKey` is what makes it unique. */
  email: string;
  emailKey: string;
  passwordHash: string;
  emailVerifiedAt: Date | null;
  readonly createdAt: Date;
}

export const Users = new EntitySchema<User>({
  name: 'User',
  tableName: 'users',
  columns: {
    id,
    username: words(60),
    name: words(120),
    email: words(254),
    emailKey: words(254),
    passwordHash: words(72),
    emailVerifiedAt: optional(instant),
    createdAt: instant,
  },
  indices: [{ name: 'uq_users_email_key', columns: ['emailKey'], unique: true }],
});

/** One log in on one device. The token itself is never stored, only its SHA-256. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly tokenHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** What the device called itself, so that its owner recognises it. */
  readonly userAgent: string | null;
}

export const Sessions = new EntitySchema<Session>({
  name: 'Session',
  tableName: 'sessions',
  columns: {
    id,
    userId: integer,
    tokenHash: words(64),
    createdAt: instant,
    expiresAt: instant,
    userAgent: optional(words(300)),
  },
  indices: [
    { name: 'uq_sessions_token_hash', columns: ['tokenHash'], unique: true },
    { name: 'ix_sessions_user', columns: ['userId'] },
    { name: 'ix_sessions_expires_at', columns: ['expiresAt'] },
  ],
  foreignKeys: [foreignKey('fk_sessions_user', 'User', 'userId', 'CASCADE')],
});

export type MailTokenPurpose = 'reset-password' | 'verify-email';

/** The secret of a link in a mail, stored hashed and good for one use: reset links and address checks. */
export interface MailToken {
  readonly id: number;
  readonly userId: number;
  readonly purpose: MailTokenPurpose;
  readonly tokenHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  usedAt: Date | null;
}

export const MailTokens = new EntitySchema<MailToken>({
  name: 'MailToken',
  tableName: 'mail_tokens',
  columns: {
    id,
    userId: integer,
    purpose: words(20),
    tokenHash: words(64),
    createdAt: instant,
    expiresAt: instant,
    usedAt: optional(instant),
  },
  indices: [
    { name: 'uq_mail_tokens_token_hash', columns: ['tokenHash'], unique: true },
    { name: 'ix_mail_tokens_user', columns: ['userId'] },
  ],
  foreignKeys: [foreignKey('fk_mail_tokens_user', 'User', 'userId', 'CASCADE')],
});
