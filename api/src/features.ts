import type { Deps } from './deps';
import { developmentMailRoutes } from './emails/development-mails';
import { mailerJob } from './emails/mailer';
import { accountPageRoutes } from './features/accounts/account-page-routes';
import { passkeyRoutes } from './features/accounts/passkey-routes';
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

type Start<Started> = (deps: Deps) => Started;

/** Lets a feature or a job work on the connections of one pool. */
function onPool<Started>(name: keyof Deps['pools'], start: Start<Started>): Start<Started> {
  return (deps) => start({ ...deps, db: deps.pools[name] });
}

/** What a process answers about itself. The role jobs answers nothing else. */
export const monitoringFeatures: readonly Start<ApiRouter>[] = [onPool('probe', healthRoutes), metricsRoutes];

/** Every feature with routes. A new feature is registered here only. */
export const features: readonly Start<ApiRouter>[] = [
  ...monitoringFeatures,
  openapiRoutes,
  developmentMailRoutes,
  accountRoutes,
  accountPageRoutes,
  passkeyRoutes,
  enquiryRoutes,
  onPool('public', catalogueRoutes),
  learningRoutes,
  onPool('money', orderRoutes),
  telemetryRoutes,
];

/** The background work of a process that serves requests: it saves what the process itself has counted. */
export const webJobs: readonly Start<Job>[] = [telemetryFlushJob];

/** The background work on rows of the database. */
export const databaseJobs: readonly Start<Job>[] = [mailerJob, housekeepingJob, orderSweepJob].map((job) =>
  onPool('jobs', job),
);
