import {
  And,
  type EntitySchema,
  In,
  IsNull,
  LessThan,
  LessThanOrEqual,
  Not,
  type ObjectLiteral,
  Raw,
} from 'typeorm';
import { storedData, type Period } from '../../content/legal/retention';
import {
  BrowserErrors,
  ContactMessages,
  CreditNotes,
  KnownDevices,
  MailTokens,
  hourOf,
  Invoices,
  minuteOf,
  NewsletterSignups,
  OfficeDrafts,
  Orders,
  OutboxMails,
  PasskeyChallenges,
  PaymentEvents,
  ReleaseMinutes,
  Sessions,
  Users,
  VideoTickets,
} from './entities';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface RetentionRule {
  readonly table: EntitySchema<ObjectLiteral>;
  /** The rows' entry in the privacy policy; `undefined` for rows without personal data. */
  readonly policy: keyof typeof storedData | undefined;
  /** The rows whose period has ended, as a condition of TypeORM. */
  readonly expired: (now: Date) => ObjectLiteral;
  /** The column by which rows are removed; `id` by default. */
  readonly key?: string;
  /** Values that are set in the rows instead of removing them; afterwards the rows are no longer `expired`. */
  readonly anonymise?: ObjectLiteral;
}

function ago(now: Date, period: Period): Date {
  const start = new Date(now);
  if ('minutes' in period) start.setTime(now.getTime() - period.minutes * 60_000);
  else if ('days' in period) start.setTime(now.getTime() - period.days * DAY_MS);
  else if ('months' in period) start.setUTCMonth(now.getUTCMonth() - period.months);
  else start.setUTCFullYear(now.getUTCFullYear() - period.years);
  return start;
}

/** Finds rows that contain the end of their period. */
function untilExpiry(
  table: EntitySchema<{ readonly expiresAt: Date }>,
  policy: RetentionRule['policy'],
): RetentionRule {
  return { table, policy, expired: (now) => ({ expiresAt: LessThanOrEqual(now) }) };
}

/** Finds rows whose period began at the time in a column. */
function since(
  table: EntitySchema<ObjectLiteral>,
  policy: 'paymentNotice' | 'mail' | 'contactMessage' | 'officeDraft',
  column: string,
): RetentionRule {
  const { keep } = storedData[policy];
  return { table, policy, expired: (now) => ({ [column]: LessThan(ago(now, keep)) }) };
}

/** A reference from another table, which keeps the row. */
const noneIn = (rows: string) => Raw((column) => `${column} NOT IN (${rows})`);

/** The end of the financial year is at most one year after a payment or refund. */
const recordsEnd = (now: Date) => LessThan(ago(now, { years: storedData.order.keep.years + 1 }));
const paid = [
  { status: In(['reviewing', 'captured', 'mismatched', 'refunded', 'reversed']) },
  { status: 'refused', captureId: Not(IsNull()) },
] as const;
const noBuyer = {
  payerId: null,
  buyerName: null,
  buyerEmail: null,
  buyerEmailKey: null,
  shippingName: null,
  shippingAddress: null,
  guestKeyHash: null,
  // It is written again without the buyer.
  searchText: null,
};
const hasBuyer = 'COALESCE(payer_id, buyer_name, buyer_email, shipping_name, guest_key_hash) IS NOT NULL';
const grantsAccess = 'SELECT order_id FROM entitlements WHERE revoked_at IS NULL AND order_id IS NOT NULL';

/** The period of every table with data that ends by itself. `housekeeping.ts` applies it. */
export const retentionRules: readonly RetentionRule[] = [
  untilExpiry(Sessions, 'session'),
  untilExpiry(MailTokens, 'confirmationLink'),
  untilExpiry(KnownDevices, 'knownDevice'),
  untilExpiry(PasskeyChallenges, 'challenge'),
  untilExpiry(VideoTickets, 'videoTicket'),
  {
    table: Users,
    policy: 'unconfirmedAccount',
    expired: (now) => ({
      emailVerifiedAt: IsNull(),
      createdAt: LessThan(ago(now, storedData.unconfirmedAccount.keep)),
      // Accounts in use stay: a login makes its browser known for months. Orders without payment are removed
      // before.
      id: And(
        noneIn('SELECT user_id FROM known_devices'),
        noneIn('SELECT user_id FROM sessions'),
        noneIn('SELECT user_id FROM entitlements'),
        noneIn('SELECT user_id FROM orders WHERE user_id IS NOT NULL'),
      ),
    }),
  },
  {
    table: Orders,
    policy: 'unpaidOrder',
    expired: (now) => ({
      status: In(['cancelled', 'refused']),
      captureId: IsNull(),
      updatedAt: LessThan(ago(now, storedData.unpaidOrder.keep)),
      dueAt: IsNull(),
    }),
  },
  ...paid.flatMap((status): RetentionRule[] => [
    {
      table: Orders,
      policy: 'order',
      expired: (now) => ({
        ...status,
        updatedAt: recordsEnd(now),
        id: noneIn(grantsAccess),
      }),
    },
    {
      table: Orders,
      policy: 'order',
      expired: (now) => ({ ...status, updatedAt: recordsEnd(now), id: Raw(() => hasBuyer) }),
      anonymise: noBuyer,
    },
  ]),
  { table: Invoices, policy: 'order', expired: (now) => ({ issuedAt: recordsEnd(now) }) },
  { table: CreditNotes, policy: 'order', expired: (now) => ({ issuedAt: recordsEnd(now) }) },
  since(PaymentEvents, 'paymentNotice', 'receivedAt'),
  since(OutboxMails, 'mail', 'sentAt'),
  {
    table: OutboxMails,
    policy: 'failedMail',
    expired: (now) => ({
      sentAt: IsNull(),
      nextAttemptAt: IsNull(),
      createdAt: LessThan(ago(now, storedData.failedMail.keep)),
    }),
  },
  since(ContactMessages, 'contactMessage', 'createdAt'),
  since(OfficeDrafts, 'officeDraft', 'createdAt'),
  {
    table: NewsletterSignups,
    policy: 'unconfirmedNewsletter',
    expired: (now) => ({
      confirmedAt: IsNull(),
      requestedAt: LessThan(ago(now, storedData.unconfirmedNewsletter.keep)),
    }),
  },
  {
    table: ReleaseMinutes,
    policy: undefined,
    // Telemetry is kept for twice the period that operators can query.
    expired: (now) => ({ minute: LessThan(minuteOf(ago(now, { days: 2 }))) }),
    key: 'minute',
  },
  {
    table: BrowserErrors,
    policy: undefined,
    expired: (now) => ({ hour: LessThan(hourOf(ago(now, { days: 14 }))) }),
    key: 'hour',
  },
];
