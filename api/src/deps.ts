import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { type BackgroundTasks, createBackgroundTasks } from './background-tasks';
import { connect, createDataSource } from './database/data-source';
import type { Env } from './env';
import { createPasswords, type Passwords } from './features/accounts/passwords';
import { createSessions, type SessionService } from './features/accounts/sessions';
import { createMetrics, type Metrics } from './features/metrics/metrics';
import { createPaypalClient } from './features/orders/payments/paypal-client';
import { paypalSettings } from './features/orders/payments/paypal-settings';
import type { PaymentProvider } from './features/orders/payments/provider';
import { createTelemetryCounters, type TelemetryCounters } from './features/telemetry/counters';
import { createLimits, type Limits } from './http/limits';
import { createResponseCache, type ResponseCache } from './http/response-cache';
import { createLog } from './log';

/** The dependencies of features, passed to each `xxxRoutes(deps)` and each job. */
export interface Deps {
  readonly env: Env;
  readonly log: Logger;
  readonly db: DataSource;
  readonly limits: Limits;
  readonly sessions: SessionService;
  readonly passwords: Passwords;
  readonly payments: PaymentProvider;
  readonly background: BackgroundTasks;
  readonly responseCache: ResponseCache;
  readonly metrics: Metrics;
  readonly telemetry: TelemetryCounters;
  /** The current time; tests shift it. */
  readonly now: () => Date;
  /** Aborted when the process is told to stop. */
  readonly stopping: AbortSignal;
}

export interface OpenDeps {
  readonly deps: Deps;
  /** Closes connections and threads. */
  close(): Promise<void>;
}

/** Connects to everything that the configuration names. */
export async function openDeps(
  env: Env,
  {
    now = () => new Date(),
    stopping = new AbortController().signal,
  }: Partial<Pick<Deps, 'now' | 'stopping'>> = {},
): Promise<OpenDeps> {
  const db = await connect(createDataSource(env));
  const passwords = createPasswords(env.bcryptCost);
  const log = createLog(env.logLevel);
  const background = createBackgroundTasks(log);
  const metrics = createMetrics(db);
  const telemetry = createTelemetryCounters(db, now, metrics.telemetry);
  const deps: Deps = {
    env,
    log,
    db,
    limits: createLimits(env.rateLimitFactor),
    sessions: createSessions(db, now),
    passwords,
    payments: createPaypalClient(paypalSettings(env)),
    background,
    responseCache: createResponseCache(now),
    metrics,
    telemetry,
    now,
    stopping,
  };
  return {
    deps,
    async close() {
      await background.settled();
      // Requests have ended, so nothing is counted after this flush.
      await telemetry
        .flush()
        .catch((error: unknown) => log.error({ err: error }, 'the last telemetry was not saved'));
      await passwords.close();
      if (db.isInitialized) await db.destroy();
    },
  };
}
