import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { type DataSource, IsNull, LessThanOrEqual } from 'typeorm';
import { type OutboxMail, OutboxMails } from '../database/entities';
import type { Env } from '../env';
import { every, type Job } from '../jobs';

const PAUSE_MS = 2_000;
const BATCH = 20;
/** Time in which no other process sends the same mail; longer than any server takes to accept it. */
const LEASE_MS = 2 * 60 * 1000;
const MAX_ATTEMPTS = 12;
const SMTP_TIMEOUT_MS = 20_000;

interface MailerDeps {
  readonly db: DataSource;
  readonly now: () => Date;
  readonly log: Logger;
}

/** The mail server. */
export interface Transport {
  /** @throws Error when the server did not accept the mail. */
  send(mail: OutboxMail): Promise<void>;
  close(): void;
}

/** Sends the outbox. Without a configured server the mails remain there, to be read in development. */
export function mailerJob(deps: MailerDeps & { readonly env: Pick<Env, 'smtpUrl' | 'mailFrom'> }): Job {
  const { smtpUrl, mailFrom } = deps.env;
  if (!smtpUrl) return { stop: async () => undefined };
  const transport = smtpTransport(smtpUrl, mailFrom);
  const job = every(PAUSE_MS, 'mailer', deps, () => sendDueMails(deps, transport));
  return {
    async stop() {
      await job.stop();
      transport.close();
    },
  };
}

/** Sends due mails. Pauses double after each failure; after the twelfth, about three days later, a mail is given up. */
export async function sendDueMails({ db, now, log }: MailerDeps, transport: Transport): Promise<void> {
  const mails = db.getRepository(OutboxMails);
  const due = await mails.find({
    where: { nextAttemptAt: LessThanOrEqual(now()), sentAt: IsNull() },
    order: { id: 'ASC' },
    take: BATCH,
  });
  const inMs = (milliseconds: number) => new Date(now().getTime() + milliseconds);
  for (const mail of due) {
    const attempts = mail.attempts + 1;
    const { affected } = await mails.update(
      { id: mail.id, attempts: mail.attempts },
      { attempts, nextAttemptAt: inMs(LEASE_MS) },
    );
    // Another process has taken it.
    if (affected !== 1) continue;
    try {
      await transport.send(mail);
      // The text may contain a secret link and is no longer needed.
      const wiped = { body: '', html: '' };
      await mails.update(mail.id, { ...wiped, sentAt: now(), nextAttemptAt: null, lastError: null });
    } catch (error) {
      log.warn({ err: error, mail: mail.id, kind: mail.kind, attempts }, 'a mail was not sent');
      await mails.update(mail.id, {
        nextAttemptAt: attempts < MAX_ATTEMPTS ? inMs(backoffMs(attempts)) : null,
        lastError: error instanceof Error ? error.message.slice(0, 300) : 'unknown',
      });
    }
  }
}

/** 2, 4, 8… minutes. */
function backoffMs(attempts: number): number {
  return 2 ** attempts * 60 * 1000;
}

export function smtpTransport(smtpUrl: string, from: string): Transport {
  const { hostname } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  return {
    async send({ id, recipient, replyTo, subject, body, html }) {
      await transport.sendMail({
        from,
        to: { name: '', address: recipient },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        subject,
        text: body,
        html,
        // The same for each attempt, so that mail programs show a mail once although its acceptance got lost.
        messageId: `<outbox-${id}@${hostname}>`,
      });
    },
    close: () => transport.close(),
  };
}
