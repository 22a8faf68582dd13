import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { type DataSource, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { z } from 'zod';
import { type OutboxMail, OutboxMails } from '../database/entities';
import { isDatabaseBusy } from '../database/errors';
import { withRetry } from '../database/retry';
import type { Env } from '../platform/env';
import { every, type Job } from '../platform/jobs';
import { traceCall } from '../platform/tracing/spans';

const PAUSE_MS = 2_000;
const BATCH = 20;
/** After this time a mail has failed, whatever the server does. */
const SEND_MS = 60_000;
/** Time in which no other process sends the same mail. */
const LEASE_MS = 2 * SEND_MS;
/** How long the outcome of a mail is kept for a database that is away. */
const OUTCOME_MS = 30_000;
const MAX_ATTEMPTS = 12;
const SMTP_TIMEOUT_MS = 20_000;

interface MailerDeps {
  readonly db: DataSource;
  readonly now: () => Date;
  readonly log: Logger;
  readonly stopping: AbortSignal;
  readonly env: Pick<Env, 'siteOrigin'>;
}

/** The mail server. */
export interface Transport {
  /** @throws Error when the server did not accept the mail. */
  send(mail: OutboxMail & { readonly messageId: string }): Promise<void>;
  close(): void;
}

/** Measures how long the mail server took, in seconds. */
type MailMeter = (result: 'sent' | 'refused' | 'failed', seconds: number) => void;

/** The server works and will never accept this recipient: a permanent reply (RFC 5321 §4.2.1). */
const refusalSchema = z.object({ command: z.literal('RCPT TO'), responseCode: z.number().min(500) });

/** Sends the outbox. Without a configured server the mails remain there, to be read in development. */
export function mailerJob(
  deps: MailerDeps & {
    readonly env: Pick<Env, 'smtpUrl' | 'mailFrom'>;
    readonly metrics: { readonly mail: MailMeter };
  },
): Job {
  const { smtpUrl, mailFrom } = deps.env;
  if (!smtpUrl) return { stop: async () => undefined };
  const transport = measureTransport(smtpTransport(smtpUrl, mailFrom), deps.metrics.mail);
  const job = every(PAUSE_MS, 'mailer', deps, async () => {
    let goesOn = true;
    while (goesOn && !deps.stopping.aborted) goesOn = await sendDueMails(deps, transport);
  });
  return {
    async stop() {
      await job.stop();
      transport.close();
    },
  };
}

/**
 * Sends due mails, a batch at once. Any number of processes may do so: each claims its mails. Pauses double after each
 * failure; after the twelfth, about three days later, a mail is given up.
 * @returns whether to go on without a pause: more than this batch may be due, and the database saves outcomes.
 */
export async function sendDueMails(deps: MailerDeps, transport: Transport): Promise<boolean> {
  const now = deps.now();
  const due = await deps.db.getRepository(OutboxMails).find({
    where: [
      { nextAttemptAt: LessThanOrEqual(now), sentAt: IsNull() },
      // Claimed before the clock was set back, by a margin for clocks that differ: only after failures mails wait longer.
      {
        nextAttemptAt: MoreThan(new Date(now.getTime() + 2 * LEASE_MS)),
        sentAt: IsNull(),
        lastError: IsNull(),
      },
    ],
    order: { id: 'ASC' },
    take: BATCH,
  });
  const saved = await Promise.all(
    due.map((mail) =>
      sendMail(deps, transport, mail).then(
        () => true,
        (error: unknown) => {
          // The database is away: the mail is sent again, with the same id, when its lease has expired.
          deps.log.warn({ err: error, mail: mail.id }, 'the outcome of a mail was not saved');
          return false;
        },
      ),
    ),
  );
  return saved.length === BATCH && saved.every(Boolean);
}

async function sendMail(
  { db, now, log, stopping, env }: MailerDeps,
  transport: Transport,
  mail: OutboxMail,
): Promise<void> {
  if (stopping.aborted) return;
  const mails = db.getRepository(OutboxMails);
  const inMs = (milliseconds: number) => new Date(now().getTime() + milliseconds);
  const attempts = mail.attempts + 1;
  // Stored before the mail is sent, so that mail programs show it once although its acceptance got lost.
  const messageId = mail.messageId ?? `<${randomUUID()}@${new URL(env.siteOrigin).hostname}>`;
  const { affected } = await mails.update(
    { id: mail.id, attempts: mail.attempts },
    { attempts, messageId, nextAttemptAt: inMs(LEASE_MS), lastError: null },
  );
  // Another process has taken it.
  if (affected !== 1) return;
  const outcome = await inTime(transport.send({ ...mail, messageId })).then(
    // The text may contain a secret link and is no longer needed.
    (): Partial<OutboxMail> => ({ body: '', html: '', sentAt: now(), nextAttemptAt: null }),
    (error: unknown): Partial<OutboxMail> => {
      log.warn({ err: error, mail: mail.id, kind: mail.kind, attempts }, 'a mail was not sent');
      return {
        nextAttemptAt: attempts < MAX_ATTEMPTS ? inMs(backoffMs(attempts)) : null,
        lastError: error instanceof Error ? error.message.slice(0, 300) : 'unknown',
      };
    },
  );
  // Within the lease: a mail whose outcome is lost is sent a second time.
  await withRetry(() => mails.update(mail.id, outcome), isDatabaseBusy, OUTCOME_MS);
}

/** A server may accept a mail byte by byte, so that no time-out of the connection ends it. @throws Error */
async function inTime(sending: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const late = pause(SEND_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error('The mail server took too long.');
  });
  late.catch(() => undefined);
  await Promise.race([sending, late]).finally(() => ended.abort());
}

/** 2, 4, 8… minutes. */
function backoffMs(attempts: number): number {
  return 2 ** attempts * 60 * 1000;
}

export function measureTransport(transport: Transport, observe: MailMeter): Transport {
  return {
    async send(mail) {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      try {
        await traceCall('mail send', {}, () => transport.send(mail));
      } catch (error) {
        observe(refusalSchema.safeParse(error).success ? 'refused' : 'failed', seconds());
        throw error;
      }
      observe('sent', seconds());
    },
    close: () => transport.close(),
  };
}

export function smtpTransport(smtpUrl: string, from: string): Transport {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  return {
    async send({ messageId, recipient, replyTo, subject, body, html }) {
      await transport.sendMail({
        from,
        to: { name: '', address: recipient },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        subject,
        text: body,
        html,
        messageId,
      });
    },
    close: () => transport.close(),
  };
}
