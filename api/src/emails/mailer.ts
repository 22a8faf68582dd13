import { createTransport } from 'nodemailer';
import { IsNull, LessThanOrEqual } from 'typeorm';
import { type OutboxMail, OutboxMails } from '../database/entities';
import type { Deps } from '../deps';
import { every, type Job } from '../jobs';

const PAUSE_MS = 2_000;
const BATCH = 20;
/** While one process sends a mail no other one tries; longer than any server takes to answer. */
const LEASE_MS = 2 * 60 * 1000;
const MAX_ATTEMPTS = 12;
const SMTP_TIMEOUT_MS = 20_000;

/** The server that takes mails. */
export interface Transport {
  /** @throws Error when the server did not take it. */
  send(mail: OutboxMail): Promise<void>;
  close(): void;
}

/** Sends what is in the outbox. Without a server it leaves everything there, to be read in development. */
export function mailerJob(deps: Deps): Job {
  const { smtpUrl } = deps.env;
  if (!smtpUrl) return { stop: async () => undefined };
  const transport = smtpTransport(smtpUrl, deps.env.mailFrom);
  const job = every(PAUSE_MS, 'mailer', deps, () => sendDueMails(deps, transport));
  return {
    async stop() {
      await job.stop();
      transport.close();
    },
  };
}

/**
 * Sends each mail that is due. One that fails waits twice as long each time and is given up after the twelfth
 * attempt, about three days later; one of them never holds up the others.
 */
export async function sendDueMails({ db, now, log }: Deps, transport: Transport): Promise<void> {
  const mails = db.getRepository(OutboxMails);
  const due = await mails.find({
    where: { nextAttemptAt: LessThanOrEqual(now()), sentAt: IsNull() },
    order: { id: 'ASC' },
    take: BATCH,
  });
  for (const mail of due) {
    const attempts = mail.attempts + 1;
    const { affected } = await mails.update(
      { id: mail.id, attempts: mail.attempts },
      { attempts, nextAttemptAt: new Date(now().getTime() + LEASE_MS) },
    );
    // Another process has taken it.
    if (affected !== 1) continue;
    try {
      await transport.send(mail);
      // The words may hold a secret link, and nobody needs them any more.
      await mails.update(mail.id, {
        sentAt: now(),
        nextAttemptAt: null,
        lastError: null,
        body: '',
        html: '',
      });
    } catch (error) {
      log.warn({ err: error, mail: mail.id, kind: mail.kind, attempts }, 'a mail was not sent');
      await mails.update(mail.id, {
        nextAttemptAt: attempts < MAX_ATTEMPTS ? new Date(now().getTime() + backoffMs(attempts)) : null,
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
        // The same for each attempt: a mail that was taken although we never heard of it is shown once.
        messageId: `<outbox-${id}@${hostname}>`,
      });
    },
    close: () => transport.close(),
  };
}
