import { KnownDevices, MailTokens, Sessions, Users } from './accounts';
import { Books, Lessons } from './catalogue';
import { ContactMessages, NewsletterSignups, OutboxMails } from './correspondence';
import { LessonProgresses, VideoTickets } from './learning';
import { Entitlements, OrderLines, Orders, PaymentEvents } from './orders';
import { ReleaseMinutes } from './telemetry';

export * from './accounts';
export * from './catalogue';
export * from './correspondence';
export * from './learning';
export * from './orders';
export * from './telemetry';

/** Every table of the schema. A new entity is registered here and gets a migration. */
export const entities = [
  Users,
  Sessions,
  MailTokens,
  KnownDevices,
  Books,
  Lessons,
  Orders,
  OrderLines,
  Entitlements,
  PaymentEvents,
  OutboxMails,
  ContactMessages,
  NewsletterSignups,
  VideoTickets,
  LessonProgresses,
  ReleaseMinutes,
];
