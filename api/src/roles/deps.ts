import { createBackgroundTasks } from '../platform/jobs';
import { closePools, openPools } from '../database/data-source';
import type { Env } from '../platform/env';
import { createKnownDevices } from '../features/accounts/known-devices';
import { createFailureCounters, createLogInDelays } from '../features/accounts/log-in-delays';
import { createPasswords, type Passwords } from '../features/accounts/passwords';
import { createSessions } from '../features/accounts/sessions';
import { shareFailureCounters } from '../features/accounts/shared-failure-counters';
import { createCustomerRecords } from '../features/orders/customer-records';
import { createMetrics } from '../features/metrics/metrics';
import { createPaypalClient, measurePayments } from '../features/orders/payments/paypal-client';
import { paypalSettings } from '../features/orders/payments/paypal-settings';
import { createTelemetryCounters } from '../features/telemetry/counters';
import { createNetworkBounds } from '../features/telemetry/network-bounds';
import { currentRequest } from '../http/context';
import { createLimits } from '../http/limits';
import { createResponseCache } from '../http/response-cache';
import { createLog, type LogWriter, openDestination } from '../platform/log';
import { openSecurityLog } from '../platform/security-log';
import { openRedisClient } from '../platform/redis-client';

export type OpenDeps = Awaited<ReturnType<typeof openDeps>>;
/** The dependencies of features, passed to each `xxxRoutes(deps)` and each job. */
export type Deps = Readonly<OpenDeps['deps']>;

/**
 * Connects to everything that the configuration names.
 * @param stopping aborted at a stop signal.
 * @param writer this process, named in its log.
 */
export async function openDeps(
  env: Env,
  {
    now = () => new Date(),
    stopping = new AbortController().signal,
    writer,
    passwords = createPasswords(env.bcryptCost),
  }: {
    readonly now?: () => Date;
    readonly stopping?: AbortSignal;
    readonly writer?: LogWriter;
    readonly passwords?: Passwords;
  } = {},
) {
  const metrics = createMetrics(now);
  const pools = await openPools(env, metrics.database);
  const db = pools.customers;
  const output = openDestination(1, 'The log');
  const log = createLog(env.logLevel, output, writer);
  const security = openSecurityLog(env.securityLog, output, now, () => {
    const ctx = currentRequest.getStore();
    return ctx && { ip: ctx.ip, requestId: ctx.state.requestId };
  });
  const background = createBackgroundTasks(log);
  const shared = env.redisUrl === undefined ? undefined : openRedisClient(env.redisUrl, env.secret, log);
  const failures = createFailureCounters();
  metrics.observePasswordQueue(passwords.waiting);
  metrics.observeTables(pools.public);
  if (shared) metrics.observeRedis(shared.isReady);
  const deps = {
    env,
    shared,
    log,
    security,
    db,
    pools,
    limits: createLimits(env.rateLimitFactor, security, shared, metrics.rateLimited),
    sessions: createSessions(db, now, background),
    knownDevices: createKnownDevices(db, now),
    logInDelays: createLogInDelays(
      now,
      env.rateLimitFactor,
      shared ? shareFailureCounters(shared, failures) : failures,
    ),
    passwords,
    records: createCustomerRecords({ db, now }),
    payments: measurePayments(createPaypalClient(paypalSettings(env), { stopping, now }), metrics.payment),
    background,
    responseCache: createResponseCache(now),
    metrics,
    telemetry: createTelemetryCounters(
      db,
      now,
      metrics.telemetry,
      createNetworkBounds(env.rateLimitFactor, shared),
    ),
    now,
    stopping,
  };
  return {
    deps,
    async close(): Promise<void> {
      await deps.background.settled();
      // Requests have ended, so nothing is counted after this flush.
      await deps.telemetry
        .flush()
        .catch((error: unknown) => log.error({ err: error }, 'the last telemetry was not saved'));
      await deps.passwords.close();
      await closePools(pools);
      shared?.close();
      security.close();
    },
  };
}

/** Starts a feature or a job of the role. */
export type Start<Started> = (deps: Deps) => Started;

/** Lets a feature or a job work on the connections of one pool. */
export function onPool<Started>(name: keyof Deps['pools'], start: Start<Started>): Start<Started> {
  return (deps) => start({ ...deps, db: deps.pools[name] });
}
