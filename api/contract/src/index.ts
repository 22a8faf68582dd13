export * from './academy';
export { sentAnchors } from './anchors';
export * from './basket';
export { bookTitle } from './book-title';
export * from './call';
export { cookieValues } from './cookie-values';
export { type CallInput, type CallOutput, calls } from './calls';
export { endOfLondonDay, londonDay, longDate, longMonth, startOfLondonDay } from './dates';
export { delivery } from './delivery';
export { emailAddress, emailKey, isEmail } from './email-address';
export { excerpt } from './excerpt';
export * from './legal-pages';
export * from './lessons';
export { maskSecrets } from './mask-secrets';
export { messages } from './messages';
export * from './money';
export { nextPath } from './next-path';
export { pagePath } from './page-path';
/** For `@isa/contract`; all others import `@isa/api-contract/paths`, of which bundlers keep what is used. */
export * as paths from './paths';
export * from './problems';
export * from './products';
export { repeatable } from './repeatable';
export * from './rules';
export { foldForSearch } from './search-text';
export { SESSION_MINUTES, sessionLength } from './session-length';
export type { Account } from '../../src/features/accounts/schema';
export type {
  AcademyContent,
  Book,
  ContactDetails,
  Course,
  CourseCard,
  CourseCategory,
  CourseRun,
  LegalPage,
  Lesson,
  Post,
  Premium,
  AcademyProof,
  TeamMember,
} from '../../src/features/catalogue/schema';
export type { LessonProgress } from '../../src/features/learning/schema';
export type { Passkey } from '../../src/features/accounts/passkey-schema';
export type {
  OrderMoney,
  OrderStatus,
  Receipt,
  Seller,
  UnavailableProduct,
} from '../../src/features/orders/schema';
export type { Operations, ReleaseTelemetry, TelemetryEvent } from '../../src/features/telemetry/schema';
export type { CallSchemas } from './call-schemas';
export * from './telemetry';
export { trackingLink } from './tracking';
export * from './typed-text';
export { waitingTime } from './waiting-time';
