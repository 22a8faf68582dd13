import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { closeServer } from '@isa/api-contract/close-server';
import { allowOnly, serversOf } from '@isa/api-contract/outgoing';
import { waitForSchema } from '../database/migrate';
import { openForPreparing, unservedReleases } from './prepare';
import { type Deps, onPool, openDeps, type Start } from './deps';
import { ConfigurationError, type Env, readEnv } from '../platform/env';
import { createApp, createOfficeApp, monitoringFeatures } from './web';
import { createHttpServer } from '../http/server';
import { describeError } from '../platform/log';
import { openErasureLog } from '../features/accounts/erasures';
import { mailerJob } from '../emails/mailer';
import { sweepOrders } from '../features/orders/settle';
import { registeredReleasesJob } from '../features/telemetry/registered-releases';
import { mailSummary } from '../office/orders/daily-summary';
import { removeExpired } from '../database/housekeeping';
import { sealAgain } from '../office/log-in/authenticator-apps';
import { repeatEvery, type Job } from '../platform/jobs';

/** How long closing connections may take after the work has ended. */
const CLOSE_MS = 2_000;

const ROLES = ['all', 'web', 'jobs', 'office'] as const;
type Role = (typeof ROLES)[number];

/** The error of an environment that prevents the start; the message is printed without a stack. */
class StartError extends Error {}

/**
 * Starts the API. `--migrate` updates the tables first, `--seed` the catalogue; `--prepare` does only that and exits.
 * `--role web` only serves requests, `--role jobs` only works on due rows; by default one process does both. `--role office`
 * serves the pages for staff. `--force` prepares although releases in service use calls that this API lacks. `--staff <email>` gives an account the role `staff`, `--demo-staff` creates one in development.
 */
async function main(): Promise<void> {
  // Without a listener, Node would open its inspector, which gives every program on this machine the process's
  // memory.
  process.on('SIGUSR1', () => undefined);
  // A report whose reader has gone must not end the process, so errors of writing are ignored.
  process.stderr.on('error', () => undefined);
  // The process that has started this one has ended, even if it was killed.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const { values: options } = parseArgs({
    options: {
      migrate: { type: 'boolean', default: false },
      seed: { type: 'boolean', default: false },
      prepare: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      staff: { type: 'string' },
      'demo-staff': { type: 'boolean', default: false },
      role: { type: 'string', default: 'all' },
    },
  });
  const role = ROLES.find((name) => name === options.role);
  if (!role) throw new ConfigurationError(`--role is "${options.role}": use ${ROLES.join(', ')}.`);
  const works = role === 'web' || role === 'office' ? role : 'serve';
  const env = readEnv(process.env, options.prepare ? 'prepare' : works);
  if (env.production) {
    const callers = options.prepare
      ? (['prepare'] as const)
      : role === 'all'
        ? (['web', 'jobs'] as const)
        : [role];
    allowOnly(callers.flatMap((caller) => serversOf(caller, process.env)));
  }
  const stopping = new AbortController();
  if (options.prepare && !options.force) {
    const [unserved] = (await unservedReleases(env.siteOrigin)) ?? [];
    if (unserved !== undefined) {
      throw new StartError(`${unserved}. Replace or retire that release first, or add --force.`);
    }
  }
  if (options.migrate || options.seed || options.staff) {
    // Of several processes one updates the tables and the catalogue, and the others wait.
    const database = await openOrExplain(env, () => openForPreparing(env));
    try {
      if (options.migrate) await database.migrate();
      if (options.seed) await database.seed();
      if (options.staff !== undefined) {
        const link = await database.grantStaff(options.staff, env);
        process.stdout.write(
          `${options.staff} sets up the login at the office with this link, once, within 24 hours:\n${link}\n`,
        );
      }
      if (options['demo-staff']) await database.createDemoStaff(env);
    } finally {
      await database.close();
    }
  }
  if (options.prepare) return;
  const writer = { role, instance: `${hostname()}:${process.pid}` };
  const tracing =
    env.tracing && (await import('../platform/tracing/export')).startTracing(env.tracing, writer);
  if (role === 'all' || role === 'web') await requireErasureLog(env);
  const open = await openOrExplain(env, () => openDeps(env, { stopping: stopping.signal, writer }));
  try {
    await serve(open.deps, stopping, role);
  } finally {
    await Promise.race([Promise.all([open.close(), tracing?.close()]), pause(CLOSE_MS)]);
  }
}

/** Works until SIGTERM or SIGINT. Work that is cut off has a lease in the database and is repeated. */
async function serve(deps: Deps, stopping: AbortController, role: Role): Promise<void> {
  const { log } = deps;
  // The signals are handled from the start, so that one before the first log line stops the process in order, and to the end,
  // because a service manager and the process that started this one may both send it.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());
  const stopped = once(stopping.signal, 'abort');
  await waitForSchema(deps.db, stopping.signal, (migrations) =>
    log.warn({ migrations }, 'the start waits for the role prepare to update the tables'),
  );
  if (stopping.signal.aborted) return;
  if (role === 'office') {
    const unreadable = await sealAgain(deps.db, deps.env);
    if (unreadable > 0) {
      const hint = 'APP_SECRET was replaced without APP_SECRET_SECOND: these members need new links';
      log.error({ members: unreadable, hint }, 'authenticator apps cannot be read');
    }
  }
  const { port, officePort, metricsPort } = deps.env;
  const server =
    role === 'office'
      ? await listen(deps, 'OFFICE_PORT', officePort, createOfficeApp(deps))
      : role !== 'jobs'
        ? await listen(deps, 'API_PORT', port, createApp(deps))
        : metricsPort !== undefined &&
          (await listen(deps, 'METRICS_PORT', metricsPort, createApp(deps, monitoringFeatures)));
  // An uncaught error ends the process, Node's default; this only adds it to the log.
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'an uncaught error'));
  deps.metrics.observeProcess();
  const isFor = (...roles: readonly Role[]) => roles.includes(role);
  const jobs = [...(isFor('all', 'web') ? webJobs : []), ...(isFor('all', 'jobs') ? databaseJobs : [])];
  const running = jobs.map((start) => start(deps));
  log.info({ role, database: deps.db.options.type, mode: deps.env.mode }, 'started');

  await stopped;
  log.info('stopping');
  const { stopMs } = deps.env;
  const ended = Promise.all([server && closeServer(server, stopMs), ...running.map((job) => job.stop())]);
  const inTime = await Promise.race([ended.then(() => true), pause(stopMs, false)]);
  if (inTime) log.info('stopped');
  else log.warn('stopped before all work had ended');
}

/** @param variable sets the port. @throws StartError when the address cannot be used. */
async function listen(
  { env: { host, certificate }, log }: Deps,
  variable: string,
  port: number,
  app: ReturnType<typeof createApp>,
): Promise<ReturnType<typeof createHttpServer>> {
  const server = createHttpServer(app, variable === 'OFFICE_PORT' ? 'page' : 'problem', certificate);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = describeError(error);
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is already in use; set ${variable} to another one.`);
    if (code === 'EACCES')
      throw new StartError(`Listening on port ${port} is not permitted; set ${variable} to one above 1023.`);
    throw new StartError(`The API cannot listen on ${host}:${port}: ${message}`);
  }
  log.info({ host, port }, 'listening');
  return server;
}

/** @throws StartError when no account could be deleted. */
async function requireErasureLog({ erasureLog }: Env): Promise<void> {
  try {
    await (await openErasureLog(erasureLog)).close();
  } catch (error) {
    const { message } = describeError(error);
    throw new StartError(
      `ERASURE_LOG names ${erasureLog}, which cannot be written, so no account could be deleted: ${message}`,
    );
  }
}

async function openOrExplain<Opened>(env: Env, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const { code, message } = describeError(error);
    const where = env.databaseUrl ? 'DATABASE_URL' : `the data folder ${env.dataFolder}`;
    throw new StartError(`The database of ${where} cannot be opened: ${code ?? ''} ${message}`);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const expected = error instanceof StartError || error instanceof ConfigurationError;
    process.stderr.write(expected ? `${error.message}\n` : `${JSON.stringify(describeError(error))}\n`);
    process.exit(1);
  },
);

/** The background work of a process that serves requests: it counts for the releases that it knows, and saves the counts. */
const webJobs: readonly Start<Job>[] = [
  (deps) => repeatEvery(3_000, 'telemetry', deps, () => deps.telemetry.flush()),
  registeredReleasesJob,
];

/** The background work on rows of the database. */
const databaseJobs = [
  mailerJob,
  (deps: Deps) => repeatEvery(10 * 60_000, 'housekeeping', deps, () => removeExpired(deps)),
  (deps: Deps) => repeatEvery(5_000, 'order sweep', deps, () => sweepOrders(deps)),
  (deps: Deps) => repeatEvery(10 * 60_000, 'office summary', deps, () => mailSummary(deps)),
].map((job) => onPool('jobs', job));
