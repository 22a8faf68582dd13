import type { Quote } from '@isa/api-contract';
import {
  id,
  indexed,
  instant,
  integer,
  json,
  key,
  optional,
  references,
  type RowOf,
  searchText,
  table,
  text,
  unique,
  varchar,
} from './columns';

/** A mail to be sent, written in the transaction that it reports. Its text, which may be secret, is wiped once sent. */
export const OutboxMails = table(
  'outbox_mails',
  {
    id,
    kind: key(40),
    /** A key of what may occur twice; a second mail with the same key is not written. */
    dedupeKey: unique('uq_outbox_mails_dedupe_key', optional(key(120))),
    recipient: varchar(254),
    recipientKey: key(254),
    replyTo: optional(varchar(254)),
    /** The address of the header List-Unsubscribe (RFC 8058). */
    listUnsubscribe: optional(varchar(500)),
    subject: varchar(200),
    body: text,
    html: text,
    createdAt: instant,
    attempts: integer,
    /** The time of the next attempt, or the end of the sending mailer's lease. Null once sent or given up. */
    nextAttemptAt: indexed('ix_outbox_mails_next_attempt_at', optional(instant)),
    sentAt: optional(instant),
    lastError: optional(varchar(300)),
    /** The Message-ID, which all attempts share; null before the first. */
    messageId: optional(varchar(320)),
  },
  [
    { name: 'ix_outbox_mails_recipient_key', columns: ['recipientKey', 'createdAt'] },
    { name: 'ix_outbox_mails_sent_at', columns: ['sentAt', 'createdAt'] },
  ],
);
export type OutboxMail = RowOf<typeof OutboxMails>;

/** How far an enquiry is; what comes in is new. */
export const ENQUIRY_STATES = ['new', 'quoted', 'booked', 'closed'] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

export const ContactMessages = table('contact_messages', {
  id,
  name: varchar(120),
  surname: varchar(120),
  email: varchar(254),
  emailKey: indexed('ix_contact_messages_email_key', key(254)),
  department: varchar(40),
  message: text,
  /** What an organisation wants a quote for; null for other messages. */
  quote: optional(json<Quote>()),
  state: indexed('ix_contact_messages_state', { ...varchar<EnquiryState>(10), default: 'new' }),
  createdAt: indexed('ix_contact_messages_created_at', instant),
  answeredAt: indexed('ix_contact_messages_answered_at', optional(instant)),
  /** When it came with a filled hidden field. Nothing is mailed until a member of staff releases it, which sets null. */
  heldAt: indexed('ix_contact_messages_held_at', optional(instant)),
  /** The id of the request, so that one that is sent again arrives once; null from a program that gave none. */
  requestId: unique('uq_contact_messages_request_id', optional(key(64))),
  searchText,
});
export type ContactMessage = RowOf<typeof ContactMessages>;

export const ContactReplies = table('contact_replies', {
  id,
  messageId: indexed(
    'ix_contact_replies_message',
    references('fk_contact_replies_message', 'contact_messages', 'CASCADE'),
  ),
  /** The key of the form, so that pressing twice sends one mail. */
  key: unique('uq_contact_replies_key', key(64)),
  /** The member of staff who wrote the reply; null once the account is deleted. */
  accountId: indexed(
    'ix_contact_replies_account',
    optional(references('fk_contact_replies_account', 'users', 'SET NULL')),
  ),
  body: text,
  createdAt: instant,
});

/** A newsletter subscription, from the request to the confirmed address (double opt-in). */
export const NewsletterSignups = table(
  'newsletter_signups',
  {
    id,
    email: varchar(254),
    emailKey: unique('uq_newsletter_signups_email_key', key(254)),
    requestedAt: instant,
    confirmedAt: optional(instant),
    /** When it came with a filled hidden field, as in `contact_messages`. */
    heldAt: indexed('ix_newsletter_signups_held_at', optional(instant)),
    searchText,
  },
  [{ name: 'ix_newsletter_signups_unconfirmed', columns: ['confirmedAt', 'requestedAt'] }],
);
export type NewsletterSignup = RowOf<typeof NewsletterSignups>;
