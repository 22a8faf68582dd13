import type { Deps } from './deps';
import { mailerJob } from './emails/mailer';
import { accountRoutes } from './features/accounts/routes';
import { accountPageRoutes } from './features/accounts/account-page-routes';
import { catalogueRoutes } from './features/catalogue/routes';
import { developmentMailRoutes } from './emails/development-mails';
import { enquiryRoutes } from './features/enquiries/routes';
import { healthRoutes } from './features/health/routes';
import { learningRoutes } from './features/learning/routes';
import { ticketSweepJob } from './features/learning/ticket-sweep';
import { metricsRoutes } from './features/metrics/routes';
import { orderRoutes } from './features/orders/routes';
import { orderSweepJob } from './features/orders/settle';
import { telemetryFlushJob, telemetryRoutes } from './features/telemetry/routes';
import { housekeepingJob } from './housekeeping';
import type { ApiRouter } from './http/context';
import { openapiRoutes } from './http/openapi';
import type { Job } from './jobs';

/** Every feature with routes. A new one is added here and nowhere else. */
export const features: readonly ((deps: Deps) => ApiRouter)[] = [
  healthRoutes,
  openapiRoutes,
  developmentMailRoutes,
  accountRoutes,
  accountPageRoutes,
  enquiryRoutes,
  catalogueRoutes,
  learningRoutes,
  orderRoutes,
  telemetryRoutes,
  metricsRoutes,
];

/** What works in the background while the API runs. */
export const jobs: readonly ((deps: Deps) => Job)[] = [
  mailerJob,
  housekeepingJob,
  ticketSweepJob,
  orderSweepJob,
  telemetryFlushJob,
];
