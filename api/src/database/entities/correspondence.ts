import { EntitySchema } from 'typeorm';
import { foreignKey, id, instant, integer, optional, type Row, text, varchar } from './columns';

const outboxMailColumns = {
  id,
  kind: varchar(40),
  /** A key of what may occur twice; a second mail with the same key is not written. */
  dedupeKey: optional(varchar(120)),
  recipient: varchar(254),
  recipientKey: varchar(254),
  replyTo: optional(varchar(254)),
  /** The address of the header List-Unsubscribe (RFC 8058). */
  listUnsubscribe: optional(varchar(500)),
  subject: varchar(200),
  body: text,
  html: text,
  createdAt: instant,
  attempts: integer,
  /** The time of the next attempt, or the end of the sending mailer's lease. Null once sent or given up. */
  nextAttemptAt: optional(instant),
  sentAt: optional(instant),
  lastError: optional(varchar(300)),
  /** The Message-ID, which all attempts share; null before the first. */
  messageId: optional(varchar(320)),
};

/** A mail to be sent, written in the transaction that it reports. Its text, which may be secret, is wiped once sent. */
export type OutboxMail = Row<typeof outboxMailColumns>;

export const OutboxMails = new EntitySchema<OutboxMail>({
  name: 'OutboxMail',
  tableName: 'outbox_mails',
  columns: outboxMailColumns,
  indices: [
    { name: 'uq_outbox_mails_dedupe_key', columns: ['dedupeKey'], unique: true },
    { name: 'ix_outbox_mails_next_attempt_at', columns: ['nextAttemptAt'] },
    { name: 'ix_outbox_mails_recipient_key', columns: ['recipientKey', 'createdAt'] },
    { name: 'ix_outbox_mails_sent_at', columns: ['sentAt', 'createdAt'] },
  ],
});

const contactMessageColumns = {
  id,
  name: varchar(120),
  surname: varchar(120),
  email: varchar(254),
  emailKey: varchar(254),
  department: varchar(40),
  message: text,
  createdAt: instant,
  answeredAt: optional(instant),
};

export type ContactMessage = Row<typeof contactMessageColumns>;

export const ContactMessages = new EntitySchema<ContactMessage>({
  name: 'ContactMessage',
  tableName: 'contact_messages',
  columns: contactMessageColumns,
  indices: [
    { name: 'ix_contact_messages_email_key', columns: ['emailKey'] },
    { name: 'ix_contact_messages_created_at', columns: ['createdAt'] },
    { name: 'ix_contact_messages_answered_at', columns: ['answeredAt'] },
  ],
});

const contactReplyColumns = {
  id,
  messageId: integer,
  /** The key of the form, so that pressing twice sends one mail. */
  key: varchar(64),
  /** The member of staff who wrote the reply; null once the account is deleted. */
  accountId: optional(integer),
  body: text,
  createdAt: instant,
};

export const ContactReplies = new EntitySchema<Row<typeof contactReplyColumns>>({
  name: 'ContactReply',
  tableName: 'contact_replies',
  columns: contactReplyColumns,
  indices: [
    { name: 'uq_contact_replies_key', columns: ['key'], unique: true },
    { name: 'ix_contact_replies_message', columns: ['messageId'] },
    { name: 'ix_contact_replies_account', columns: ['accountId'] },
  ],
  foreignKeys: [
    foreignKey('fk_contact_replies_message', 'ContactMessage', 'messageId', 'CASCADE'),
    foreignKey('fk_contact_replies_account', 'User', 'accountId', 'SET NULL'),
  ],
});

const newsletterSignupColumns = {
  id,
  email: varchar(254),
  emailKey: varchar(254),
  /** The SHA-256 of the token in the latest confirmation mail; null once it is used. */
  tokenHash: optional(varchar(64)),
  requestedAt: instant,
  confirmedAt: optional(instant),
};

/** A newsletter subscription, from the request to the confirmed address (double opt-in). */
export type NewsletterSignup = Row<typeof newsletterSignupColumns>;

export const NewsletterSignups = new EntitySchema<NewsletterSignup>({
  name: 'NewsletterSignup',
  tableName: 'newsletter_signups',
  columns: newsletterSignupColumns,
  indices: [
    { name: 'uq_newsletter_signups_email_key', columns: ['emailKey'], unique: true },
    { name: 'uq_newsletter_signups_token_hash', columns: ['tokenHash'], unique: true },
    { name: 'ix_newsletter_signups_unconfirmed', columns: ['confirmedAt', 'requestedAt'] },
  ],
});
