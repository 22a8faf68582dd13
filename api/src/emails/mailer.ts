import { randomUUID } from 'node:crypto';
import { isThisMachine } from '@isa/api-contract/networks';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { IsNull, Not } from 'typeorm';
import { z } from 'zod';
import {
  claimDue,
  due,
  type DueRows,
  isDue,
  type Lease,
  leaseEnd,
  type WorkerDeps,
} from '../database/claim-due';
import { type OutboxMail, OutboxMails } from '../database/entities';
import { isDatabaseBusy } from '../database/errors';
import { withDeadline, withRetry } from '../database/retry';
import type { Env } from '../platform/env';
import { repeatEvery, type Job } from '../platform/jobs';
import { timed } from '../platform/timing';
import { traceCall } from '../platform/tracing/spans';

const PAUSE_MS = 2_000;
const SEND_MS = 60_000;
/** How long the outcome of a mail is kept for a database that is away. */
const OUTCOME_MS = 30_000;
const MAX_ATTEMPTS = 12;
const SMTP_TIMEOUT_MS = 20_000;
/** The lease in which no other process sends the same mail, with a margin for clocks that differ. */
const SENDING: Lease = { period: 2 * SEND_MS, latest: 4 * SEND_MS };
/** The lease after a failure, up to the longest pause. */
const FAILED: Lease = { ...SENDING, latest: backoffMs(MAX_ATTEMPTS) };

/** Kinds of mails that a person has written. */
const WRITTEN: readonly string[] = ['contact', 'contact-answer'];

type ClaimedMail = OutboxMail & { readonly messageId: string };

interface MailerDeps extends WorkerDeps {
  readonly log: Logger;
  readonly env: Pick<Env, 'siteOrigin'>;
}

export interface Transport {
  /** @throws Error when the server did not accept the mail. */
  send(mail: ClaimedMail): Promise<void>;
  close(): void;
}

type MailMeter = (result: 'sent' | 'refused' | 'failed', seconds: number) => void;

/** A permanent reply (RFC 5321 §4.2.1): the server works and will never accept this recipient. */
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
  const transport = smtpTransport(smtpUrl, mailFrom, deps.metrics.mail);
  const job = repeatEvery(PAUSE_MS, 'mailer', deps, async () => {
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

function dueMails(siteOrigin: string) {
  const leaseOf = ({ lastError }: OutboxMail) => (lastError === null ? SENDING : FAILED);
  return {
    table: OutboxMails,
    dueAt: 'nextAttemptAt',
    find: (at) => [
      [
        { sentAt: IsNull(), lastError: IsNull(), nextAttemptAt: due(at, SENDING) },
        { sentAt: IsNull(), lastError: Not(IsNull()), nextAttemptAt: due(at, FAILED) },
      ],
    ],
    claim(mail, at) {
      if (!isDue(mail.nextAttemptAt, at, leaseOf(mail))) return undefined;
      return {
        attempts: mail.attempts + 1,
        // The id is stored before the mail is sent, so that mail programs show it once although its acceptance
        // got lost.
        messageId: mail.messageId ?? `<${randomUUID()}@${new URL(siteOrigin).hostname}>`,
        nextAttemptAt: leaseEnd(at, SENDING),
        lastError: null,
      };
    },
  } as const satisfies DueRows<OutboxMail, Partial<OutboxMail>>;
}

/**
 * Sends a batch of due mails. Pauses double after each failure; after the twelfth, about three days later, a
 * mail is given up.
 * @returns whether to go on without a pause.
 */
export async function sendDueMails(deps: MailerDeps, transport: Transport): Promise<boolean> {
  const { rows, more } = await claimDue(deps, dueMails(deps.env.siteOrigin));
  const saved = await Promise.all(
    rows.map((mail) =>
      sendMail(deps, transport, mail).then(
        () => true,
        (error: unknown) => {
          // The database is away, so the mail is sent again, with the same id, when its lease has expired.
          deps.log.warn({ err: error, mail: mail.id }, 'the outcome of a mail was not saved');
          return false;
        },
      ),
    ),
  );
  return more && saved.every(Boolean);
}

async function sendMail({ db, now, log }: MailerDeps, transport: Transport, mail: ClaimedMail) {
  const mails = db.getRepository(OutboxMails);
  const { id, attempts } = mail;
  // A server that accepts a mail byte by byte causes no time-out of the connection.
  const late = () => new Error('The mail server took too long.');
  const outcome = await withDeadline(transport.send(mail), SEND_MS, late).then(
    // The text may contain a secret link and is no longer needed.
    (): Partial<OutboxMail> => ({ body: '', html: '', sentAt: now(), nextAttemptAt: null }),
    (error: unknown): Partial<OutboxMail> => {
      log.warn({ err: error, mail: id, kind: mail.kind, attempts }, 'a mail was not sent');
      const next = new Date(now().getTime() + backoffMs(attempts));
      return {
        nextAttemptAt: attempts < MAX_ATTEMPTS ? next : null,
        lastError: error instanceof Error ? error.message.slice(0, 300) : 'unknown',
      };
    },
  );
  // The outcome is saved within the lease; a mail whose outcome is lost is sent a second time.
  await withRetry(() => mails.update(id, outcome), isDatabaseBusy, OUTCOME_MS);
}

/** @returns the pause after an attempt, which doubles from 2 minutes. */
function backoffMs(attempts: number): number {
  return 2 ** attempts * 60 * 1000;
}

/** On another machine, mails are sent and the login happens only after TLS has started. */
export function smtpServer(url: string) {
  return { url, requireTLS: !isThisMachine(new URL(url).hostname) };
}

export function smtpTransport(smtpUrl: string, from: string, observe?: MailMeter): Transport {
  const transport = createTransport({
    ...smtpServer(smtpUrl),
    pool: true,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  const deliver = async ({ recipient, replyTo, listUnsubscribe, ...mail }: ClaimedMail): Promise<void> => {
    const { messageId, subject, body: text, html } = mail;
    await transport.sendMail({
      ...{ from, subject, text, html, messageId },
      to: { name: '', address: recipient },
      ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
      headers: {
        // Replies by programs, such as notices of absence, are for mails that a person has written (RFC 3834).
        ...(!WRITTEN.includes(mail.kind) && {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
        }),
        ...(listUnsubscribe && {
          'List-Unsubscribe': `<${listUnsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    });
  };
  return {
    send: (mail) =>
      timed(
        () => traceCall('mail send', {}, () => deliver(mail)),
        (seconds, failure) => {
          const isRefused = refusalSchema.safeParse(failure?.error).success;
          observe?.(isRefused ? 'refused' : failure ? 'failed' : 'sent', seconds);
        },
      ),
    close: () => transport.close(),
  };
}
