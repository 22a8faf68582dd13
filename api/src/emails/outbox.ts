import type { EntityManager } from 'typeorm';
import { OutboxMails } from '../database/entities';

export interface Mail {
  /** The kind of mail, such as `reset-password`. */
  readonly kind: string;
  /** Where the same event may be told twice: of all mails with one key only the first is written. */
  readonly dedupeKey?: string | undefined;
  readonly recipient: string;
  /** Whom an answer goes to, when that is not the sender. */
  readonly replyTo?: string | undefined;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  readonly html: string;
}

/** Puts a mail into the outbox. It goes out if, and only if, the manager's transaction is committed. */
export async function writeMail(manager: EntityManager, mail: Mail, now: Date): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(OutboxMails)
    .values({
      ...mail,
      dedupeKey: mail.dedupeKey ?? null,
      replyTo: mail.replyTo ?? null,
      createdAt: now,
      attempts: 0,
      nextAttemptAt: now,
      sentAt: null,
      lastError: null,
    })
    .orIgnore()
    .execute();
}
