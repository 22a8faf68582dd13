import { type EntityManager, In, MoreThan, Not } from 'typeorm';
import { emailKey } from '@isa/api-contract';
import { OutboxMails } from '../database/entities';
import type { CoreDeps } from '../http/deps';
import { type MailContent, renderMail } from './render-mail';

export interface Mail extends MailContent {
  readonly kind: string;
  /** A key of what may occur twice: of all mails with one key only the first is written. */
  readonly dedupeKey?: string;
  readonly recipient: string;
  /** `SUPPORT_EMAIL` by default, because the sender may be an address that nobody reads. */
  readonly replyTo?: string;
  readonly subject: string;
  /** The address that ends what the mail belongs to, by one click in a mail program (RFC 8058). */
  readonly listUnsubscribe?: string;
}

/** Adds a mail to the outbox in the manager's transaction; one beyond its recipient's cap is not written. */
export async function writeMail(
  manager: EntityManager,
  mail: Mail,
  deps: Pick<CoreDeps, 'env' | 'now'>,
): Promise<void> {
  const now = deps.now();
  const { contact } = deps.env;
  if (!(await isWithinCap(manager, mail, now))) return;
  const {
    kind,
    recipient,
    subject,
    dedupeKey = null,
    replyTo = contact.email,
    listUnsubscribe = null,
  } = mail;
  const row = {
    ...{ kind, recipient, subject, dedupeKey, replyTo, listUnsubscribe },
    ...renderMail(mail, contact),
    recipientKey: mailboxKey(recipient),
    createdAt: now,
    attempts: 0,
    nextAttemptAt: now,
  };
  await manager.createQueryBuilder().insert().into(OutboxMails).values(row).orIgnore().execute();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many mails one recipient gets within a day, in separate budgets. */
export const MAIL_CAPS = {
  /** Anybody can request these for any address: at worst, the owner waits a day for the next link. */
  resets: { perDay: 10, kinds: ['reset-password'] },
  /** As with resets, the owner logs in by other means for a day at worst. */
  logInLinks: { perDay: 10, kinds: ['log-in-link'] },
  /** These are caused by the owner of an account, or by somebody who took it over. */
  notices: {
    perDay: 20,
    kinds: [
      'password-changed',
      'account-deleted',
      'passkey-added',
      'passkey-removed',
      'email-change-requested',
      'email-changed',
      'office-enrolment',
      'office-app-changed',
    ],
  },
  /** Any visitor can cause these for any address; a person who writes more often knows that messages arrive. */
  acknowledgements: { perDay: 3, kinds: ['contact-received'] },
  /** These are all other kinds, which anybody can cause for any address. */
  visitors: { perDay: 10, kinds: undefined },
} as const;

/** Kinds of mails that are caused by a payment or by staff, or go to our own support: none may be lost. */
const UNCAPPED: readonly string[] = [
  ...[
    'order-confirmation',
    'order-sent',
    'order-tracking',
    'order-address',
    'order-refunded',
    'refund-failed',
    'return-asked',
  ],
  ...['payment-review', 'payment-refused', 'payment-not-taken', 'payment-returned', 'payment-reversed'],
  ...['payment-unclear', 'payment-reinstated'],
  ...['contact', 'contact-answer', 'office-order', 'office-return', 'office-summary'],
];
const NAMED_BUDGETS = [MAIL_CAPS.resets, MAIL_CAPS.logInLinks, MAIL_CAPS.notices, MAIL_CAPS.acknowledgements];
const OTHER_BUDGETS = [...UNCAPPED, ...NAMED_BUDGETS.flatMap(({ kinds }) => kinds)];

/** The address without case and without the part behind a plus sign, which most providers ignore. */
function mailboxKey(recipient: string): string {
  return emailKey(recipient).replace(/\+[^@]*(?=@)/, '');
}

/** @returns whether one more mail may be written. Concurrent transactions can exceed a cap. */
async function isWithinCap(
  manager: EntityManager,
  { kind, recipient }: { readonly kind: string; readonly recipient: string },
  now: Date,
): Promise<boolean> {
  if (UNCAPPED.includes(kind)) return true;
  const cap = NAMED_BUDGETS.find(({ kinds }) => kinds.some((other) => other === kind)) ?? MAIL_CAPS.visitors;
  const written = await manager.getRepository(OutboxMails).countBy({
    recipientKey: mailboxKey(recipient),
    createdAt: MoreThan(new Date(now.getTime() - DAY_MS)),
    kind: cap.kinds ? In([...cap.kinds]) : Not(In(OTHER_BUDGETS)),
  });
  return written < cap.perDay;
}
