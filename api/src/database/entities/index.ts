import { KnownDevices, MailTokens, Sessions, Staff, Users } from './accounts';
import { CatalogueRevisions, ContentVersions } from './catalogue';
import { ContactMessages, ContactReplies, NewsletterSignups, OutboxMails } from './correspondence';
import { LessonProgresses, VideoTickets } from './learning';
import {
  Entitlements,
  OrderEvents,
  OrderLines,
  Orders,
  PaymentEvents,
  PremiumHolds,
  Refunds,
} from './orders';
import { PasskeyChallenges, Passkeys } from './passkeys';
import { ReleaseMinutes } from './telemetry';

export * from './accounts';
export * from './catalogue';
export * from './correspondence';
export * from './learning';
export * from './orders';
export * from './passkeys';
export * from './telemetry';

/** Every table of the schema. A new entity is registered here and gets a migration. */
export const entities = [
  Users,
  Sessions,
  Staff,
  MailTokens,
  KnownDevices,
  Passkeys,
  PasskeyChallenges,
  ContentVersions,
  CatalogueRevisions,
  Orders,
  OrderLines,
  Refunds,
  OrderEvents,
  Entitlements,
  PremiumHolds,
  PaymentEvents,
  OutboxMails,
  ContactMessages,
  ContactReplies,
  NewsletterSignups,
  VideoTickets,
  LessonProgresses,
  ReleaseMinutes,
];
