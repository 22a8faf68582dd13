import { mailerJob } from '../emails/mailer';
import { orderSweepJob } from '../features/orders/settle';
import { registeredReleasesJob } from '../features/telemetry/registered-releases';
import { telemetryFlushJob } from '../features/telemetry/routes';
import { officeSummaryJob } from '../office/orders/daily-summary';
import { housekeepingJob } from '../database/housekeeping';
import type { Job } from '../platform/jobs';
import { onPool, type Start } from './deps';

/** The background work of a process that serves requests: it counts for the releases that it knows, and saves the counts. */
export const webJobs: readonly Start<Job>[] = [telemetryFlushJob, registeredReleasesJob];

/** The background work on rows of the database. */
export const databaseJobs: readonly Start<Job>[] = [
  mailerJob,
  housekeepingJob,
  orderSweepJob,
  officeSummaryJob,
].map((job) => onPool('jobs', job));
