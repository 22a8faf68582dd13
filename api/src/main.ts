import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createApp } from './app';
import { seed } from './database/seed';
import { type Deps, openDeps, type OpenDeps } from './deps';
import { ConfigurationError, type Env, readEnv } from './env';
import { jobs } from './features';
import { catalogueOnOffer } from './features/catalogue/offered';
import { closeServer, createHttpServer } from './http/server';
import { describeError } from './log';

const GRACE_MS = 10_000;

/** What stops the start and is no fault of the program: told in one sentence. */
class CannotStart extends Error {}

/**
 * Starts the API. `--migrate` brings the tables up to date first, `--seed` the catalogue; `--prepare` does
 * only that and ends.
 */
async function main(): Promise<void> {
  const { values: wanted } = parseArgs({
    options: {
      migrate: { type: 'boolean', default: false },
      seed: { type: 'boolean', default: false },
      prepare: { type: 'boolean', default: false },
    },
  });
  const env = readEnv(process.env);
  const stopping = new AbortController();
  const open = await openOrExplain(env, stopping.signal);
  const { deps } = open;
  try {
    if (wanted.migrate) await deps.db.runMigrations();
    if (wanted.seed) await seed(deps.db, await catalogueOnOffer(env.mediaFolder));
    if (!wanted.prepare) await serve(deps, stopping);
  } finally {
    await open.close();
  }
}

/** Listens until a signal asks to stop, then lets running requests and jobs finish. */
async function serve(deps: Deps, stopping: AbortController): Promise<void> {
  const { env, log } = deps;
  const server = createHttpServer(createApp(deps));
  server.listen(env.port, env.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new CannotStart(whyNotListening(error, env));
  }
  // What nobody caught ends the process, as Node does by itself; the log is to know why.
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'an error that nobody caught'));
  deps.metrics.observeProcess();
  const running = jobs.map((start) => start(deps));
  log.info({ host: env.host, port: env.port, database: deps.db.options.type, mode: env.mode }, 'listening');

  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  log.info('stopping');
  stopping.abort();
  await Promise.all([closeServer(server, GRACE_MS), ...running.map((job) => job.stop())]);
  log.info('stopped');
}

async function openOrExplain(env: Env, stopping: AbortSignal): Promise<OpenDeps> {
  try {
    return await openDeps(env, { stopping });
  } catch (error) {
    const { code, message } = describeError(error);
    const where = env.databaseUrl ? 'DATABASE_URL' : `the data folder ${env.dataFolder}`;
    throw new CannotStart(`The database of ${where} cannot be opened: ${code ?? ''} ${message}`);
  }
}

function whyNotListening(error: unknown, { host, port }: Env): string {
  const { code, message } = describeError(error);
  if (code === 'EADDRINUSE') return `Port ${port} is already in use; set API_PORT to another one.`;
  if (code === 'EACCES')
    return `There is no right to listen on port ${port}; set API_PORT to one above 1023.`;
  return `The API cannot listen on ${host}:${port}: ${message}`;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const told = error instanceof CannotStart || error instanceof ConfigurationError;
    process.stderr.write(told ? `${error.message}\n` : `${JSON.stringify(describeError(error))}\n`);
    process.exit(1);
  },
);
