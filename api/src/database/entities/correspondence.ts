import { EntitySchema } from 'typeorm';
import { id, instant, integer, optional, text, words } from './columns';

/**
 * A mail to be sent, written in the same transaction as what it tells about. Once a server has taken it,
 * its words are wiped: they may hold a secret link.
 */
export interface OutboxMail {
  readonly id: number;
  /** The kind of mail, such as `reset-password`. */
  readonly kind: string;
  /** Set where the same event may be told twice; a second mail with the same key is not written. */
  readonly dedupeKey: string | null;
  readonly recipient: string;
  /** Whom an answer goes to, when that is not the sender. */
  readonly replyTo: string | null;
  readonly subject: string;
  body: string;
  html: string;
  readonly createdAt: Date;
  attempts: number;
  /** Not to be tried before; also the lease of the mailer that is sending it. Null once it is settled. */
  nextAttemptAt: Date | null;
  sentAt: Date | null;
  lastError: string | null;
}

export const OutboxMails = new EntitySchema<OutboxMail>({
  name: 'OutboxMail',
  tableName: 'outbox_mails',
  columns: {
    id,
    kind: words(40),
    dedupeKey: optional(words(120)),
    recipient: words(254),
    replyTo: optional(words(254)),
    subject: words(200),
    body: text,
    html: text,
    createdAt: instant,
    attempts: integer,
    nextAttemptAt: optional(instant),
    sentAt: optional(instant),
    lastError: optional(words(300)),
  },
  indices: [
    { name: 'uq_outbox_mails_dedupe_key', columns: ['dedupeKey'], unique: true },
    { name: 'ix_outbox_mails_next_attempt_at', columns: ['nextAttemptAt'] },
  ],
});

/** What somebody wrote on the contact page. */
export interface ContactMessage {
  readonly id: number;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly department: string;
  readonly message: string;
  readonly createdAt: Date;
}

export const ContactMessages = new EntitySchema<ContactMessage>({
  name: 'ContactMessage',
  tableName: 'contact_messages',
  columns: {
    id,
    name: words(120),
    surname: words(120),
    email: words(254),
    department: words(40),
    message: text,
    createdAt: instant,
  },
});

/** A newsletter reader, from the request to the confirmed address (double opt-in). */
export interface NewsletterSignup {
  readonly id: number;
  readonly email: string;
  readonly emailKey: string;
  /** SHA-256 of the token in the latest confirmation mail; null once it was used. */
  tokenHash: string | null;
  requestedAt: Date;
  confirmedAt: Date | null;
}

export const NewsletterSignups = new EntitySchema<NewsletterSignup>({
  name: 'NewsletterSignup',
  tableName: 'newsletter_signups',
  columns: {
    id,
    email: words(254),
    emailKey: words(254),
    tokenHash: optional(words(64)),
    requestedAt: instant,
    confirmedAt: optional(instant),
  },
  indices: [
    { name: 'uq_newsletter_signups_email_key', columns: ['emailKey'], unique: true },
    { name: 'uq_newsletter_signups_token_hash', columns: ['tokenHash'], unique: true },
  ],
});
