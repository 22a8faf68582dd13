import type { Deps } from './deps';
import { developmentMailRoutes } from './emails/development-mails';
import { mailerJob } from './emails/mailer';
import { accountPageRoutes } from './features/accounts/account-page-routes';
import { accountRoutes } from './features/accounts/routes';
import { catalogueRoutes } from './features/catalogue/routes';
import { enquiryRoutes } from './features/enquiries/routes';
import { healthRoutes } from './features/health/routes';
import { learningRoutes } from './features/learning/routes';
import { metricsRoutes } from './features/metrics/routes';
import { openapiRoutes } from './features/openapi/routes';
import { orderRoutes } from './features/orders/routes';
import { orderSweepJob } from './features/orders/settle';
import { telemetryFlushJob, telemetryRoutes } from './features/telemetry/routes';
import { housekeepingJob } from './housekeeping';
import type { ApiRouter } from './http/context';
import type { Job } from './jobs';

/** Every feature with routes. A new feature is registered here only. */
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

/** The background work of a process that serves requests: it saves what the process itself has counted. */
export const webJobs: readonly ((deps: Deps) => Job)[] = [telemetryFlushJob];

/** The background work on rows of the database. */
export const databaseJobs: readonly ((deps: Deps) => Job)[] = [mailerJob, housekeepingJob, orderSweepJob];
