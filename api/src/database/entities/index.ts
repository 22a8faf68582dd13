import { MailTokens, Sessions, Users } from './accounts';
import { Books, Lessons } from './catalogue';
import { ContactMessages, NewsletterSignups, OutboxMails } from './correspondence';
import { LessonProgresses, VideoTickets } from './learning';
import { Entitlements, OrderLines, Orders } from './orders';
import { PaymentEvents } from './payment-events';
import { ReleaseMinutes } from './telemetry';

export * from './accounts';
export * from './catalogue';
export * from './correspondence';
export * from './learning';
export * from './orders';
export * from './payment-events';
export * from './telemetry';

/** Every table of the schema. A new entity is added here and gets its migration. */
export const entities = [
  Users,
  Sessions,
  MailTokens,
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
