import { Foundation1790000000001 } from './1790000000001-foundation';
import { MailReplyTo1790000000005 } from './1790000000005-mail-reply-to';
import { Learning1790000000020 } from './1790000000020-learning';
import { Payments1790000000030 } from './1790000000030-payments';
import { Telemetry1790000000040 } from './1790000000040-telemetry';
import { KnownDevices1790000000050 } from './1790000000050-known-devices';
import { ContactEmailKey1790000000060 } from './1790000000060-contact-email-key';
import { MailRecipientKey1790000000070 } from './1790000000070-mail-recipient-key';
import { PremiumHolds1790000000080 } from './1790000000080-premium-holds';
import { Passkeys1790000000090 } from './1790000000090-passkeys';
import { SessionLastUse1790000000100 } from './1790000000100-session-last-use';
import { EmailChange1790000000110 } from './1790000000110-email-change';
import { MailMessageId1790000000120 } from './1790000000120-mail-message-id';
import { RetentionIndexes1790000000150 } from './1790000000150-retention-indexes';
import { CatalogueRevision1790000000160 } from './1790000000160-catalogue-revision';

/** In the order of their time stamps. A released migration is never edited; a change gets a new one. */
export const migrations = [
  Foundation1790000000001,
  MailReplyTo1790000000005,
  Learning1790000000020,
  Payments1790000000030,
  Telemetry1790000000040,
  KnownDevices1790000000050,
  ContactEmailKey1790000000060,
  MailRecipientKey1790000000070,
  PremiumHolds1790000000080,
  Passkeys1790000000090,
  SessionLastUse1790000000100,
  EmailChange1790000000110,
  MailMessageId1790000000120,
  RetentionIndexes1790000000150,
  CatalogueRevision1790000000160,
];
