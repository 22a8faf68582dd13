import type { EntityManager } from 'typeorm';
import { OutboxMails } from '../database/entities';
import { isWithinCap, mailboxKey } from './mail-caps';
import { type MailContent, renderMail } from './render-mail';

export interface Mail extends MailContent {
  readonly kind: string;
  /** A key of what may occur twice: of all mails with one key only the first is written. */
  readonly dedupeKey?: string;
  readonly recipient: string;
  readonly replyTo?: string;
  readonly subject: string;
  /** The address that ends what the mail belongs to, by one click in a mail program (RFC 8058). */
  readonly listUnsubscribe?: string;
}

/** Adds a mail to the outbox in the manager's transaction; one beyond its recipient's cap is not written. */
export async function writeMail(manager: EntityManager, mail: Mail, now: Date): Promise<void> {
  if (!(await isWithinCap(manager, mail, now))) return;
  const { kind, recipient, subject, dedupeKey = null, replyTo = null, listUnsubscribe = null } = mail;
  await manager
    .createQueryBuilder()
    .insert()
    .into(OutboxMails)
    .values({
      ...{ kind, recipient, subject, dedupeKey, replyTo, listUnsubscribe },
      ...renderMail(mail),
      recipientKey: mailboxKey(recipient),
      createdAt: now,
      attempts: 0,
      nextAttemptAt: now,
    })
    .orIgnore()
    .execute();
}
