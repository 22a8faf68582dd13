import { existsSync } from 'node:fs';
import path from 'node:path';
import { isThisMachine } from '@isa/api-contract/networks';
import { type CheckResult, failed, passed, warned } from '@isa/api-contract/schemas';
import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import { smtpServer } from '../emails/mailer';
import { connect, createDataSource } from '../database/data-source';
import { pendingMigrations } from '../database/migrate';
import { ConfigurationError, type Env, readEnv } from '../platform/env';
import { readWaiting } from '../features/metrics/metrics';
import { describeError } from '../platform/log';
import { serverAt } from '../platform/tls';
import { checkErasureLog, checkVideos, reasonOf } from './storage-checks';

/** The role prepare reaches the database alone. */
const isPreparing = process.argv[2] === 'prepare';
/** What a person waits for one subject. */
const WAIT_MS = 5_000;
/** How far clocks may differ before tickets and signatures expire too early or too late. */
const MAX_SKEW_MS = 5_000;
/** How long due work may wait: a running role takes it within seconds. */
const MAX_WAIT_SECONDS = 300;

/** Prints what is wrong with the settings of `jobs` or `prepare`, and with what it reaches: one JSON object a line. */
async function main(): Promise<void> {
  const print = (results: readonly CheckResult[]) => {
    for (const result of results) process.stdout.write(`${JSON.stringify(result)}\n`);
  };
  let env: Env;
  try {
    const { NODE_ENV, APP_SECRET } = process.env;
    // The secret is absent, and outside production the API would generate it.
    const isGenerated = NODE_ENV !== 'production' && !APP_SECRET;
    env = readEnv(
      { ...process.env, ...(isGenerated && { APP_SECRET: 'x'.repeat(32) }) },
      isPreparing ? 'prepare' : 'serve',
    );
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return print([failed('API', error.message, 'see configuration.md')]);
  }
  print([passed('API', `its settings are valid in the mode ${env.mode}`)]);
  const others = isPreparing ? [] : [checkRedis, checkPayPal, checkSmtp, checkVideos];
  await Promise.all([checkDatabase, ...others].map(async (check) => print(await check(env))));
}

/** Examines the database, and the log of erasures, which must not be on its disk. */
async function checkDatabase(env: Env): Promise<readonly CheckResult[]> {
  const { databaseUrl, dataFolder } = env;
  const name = 'database';
  const file = path.join(dataFolder, 'isa.sqlite');
  // The folder is unknown when the database is on another machine.
  let folder = databaseUrl ? undefined : dataFolder;
  const results = async (): Promise<readonly CheckResult[]> => {
    if (!databaseUrl && !existsSync(file)) {
      return [failed(name, `there is no ${file}`, 'start the role prepare')];
    }
    const db = await connect(
      createDataSource({ databaseUrl, dataFolder }, { connections: 1, statement: 5, lock: 2 }),
    );
    try {
      if (databaseUrl && isThisMachine(new URL(databaseUrl).hostname)) {
        const [row] = await db.query<{ folder: string }[]>('SELECT @@datadir AS folder');
        folder = row?.folder;
      }
      const pending = await pendingMigrations(db);
      if (pending.length > 0)
        return [failed(name, `it lacks ${pending.join(', ')}`, 'start the role prepare')];
      const schema = passed(name, 'it is reached, and its tables are those of this release');
      const work = workResult(await readWaiting(db, new Date()));
      if (!databaseUrl) return [schema, work];
      const [row] = await db.query<{ now: string }[]>('SELECT UNIX_TIMESTAMP(NOW(3)) AS now');
      return [schema, work, clockResult(name, Number(row?.now) * 1_000)];
    } finally {
      await db.destroy();
    }
  };
  const found = await results().catch((error: unknown) => [
    failed(name, reasonOf(error), 'check DATABASE_URL, the server and the rights of its account'),
  ]);
  return isPreparing ? found : [...found, await checkErasureLog(env, folder)];
}

function workResult({ orderSeconds, mailSeconds }: Awaited<ReturnType<typeof readWaiting>>): CheckResult {
  const name = 'due work';
  const late = Object.entries({ order: orderSeconds, mail: mailSeconds }).filter(
    ([, seconds]) => seconds > MAX_WAIT_SECONDS,
  );
  if (late.length === 0) return passed(name, 'no order or mail is overdue');
  const waits = late.map(
    ([what, seconds]) => `the oldest due ${what} has waited ${Math.round(seconds / 60)} minutes`,
  );
  return failed(name, waits.join(', '), 'start the role jobs; its log says why');
}

async function checkRedis({ redisUrl }: Env): Promise<readonly CheckResult[]> {
  const name = 'Redis';
  if (!redisUrl) {
    return [passed(name, 'none: each process counts limits by itself, which suits one process')];
  }
  const { address, tls } = serverAt('REDIS_URL', redisUrl);
  const client = new Redis(address, {
    ...(tls && { tls }),
    lazyConnect: true,
    connectTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let last: unknown;
  client.on('error', (error) => (last = error));
  try {
    await client.connect();
    await client.ping();
    return [passed(name, 'it is reached')];
  } catch (error) {
    const fix = 'check REDIS_URL and the server; until then each process counts by itself';
    return [failed(name, reasonOf(last ?? error), fix)];
  } finally {
    client.disconnect();
  }
}

async function checkPayPal({ paypal: settings }: Env): Promise<readonly CheckResult[]> {
  const name = 'PayPal';
  const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');
  try {
    const response = await fetch(new URL('/v1/oauth2/token', settings.apiUrl), {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    await response.body?.cancel();
    const time = Date.parse(response.headers.get('date') ?? '');
    const skew = Number.isNaN(time) ? [] : [clockResult(name, time)];
    if (!response.ok) {
      const fix = 'check PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_API_URL';
      return [failed(name, `it answers a login with ${response.status}`, fix), ...skew];
    }
    const message = settings.sandbox
      ? 'the sandbox is reached; no money moves'
      : 'it accepts the credentials';
    return [passed(name, message), ...skew];
  } catch (error) {
    return [failed(name, reasonOf(error), 'check PAYPAL_API_URL, and that this machine reaches it')];
  }
}

async function checkSmtp({ smtpUrl }: Env): Promise<readonly CheckResult[]> {
  const name = 'SMTP';
  if (!smtpUrl) return [passed(name, 'none: mails are readable at /dev/mails')];
  const limits = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS };
  const transport = createTransport({ ...smtpServer(smtpUrl), ...limits });
  try {
    await transport.verify();
    return [passed(name, 'the server accepts the login')];
  } catch (error) {
    return [failed(name, reasonOf(error), 'check SMTP_URL, and that this machine reaches the server')];
  } finally {
    transport.close();
  }
}

/** @param time of the other clock, in milliseconds. */
function clockResult(of: string, time: number): CheckResult {
  const skew = Math.abs(Date.now() - time);
  const name = `clock of ${of}`;
  if (skew <= MAX_SKEW_MS) return passed(name, 'it agrees with this machine’s');
  const message = `it differs from this machine’s by ${(skew / 1_000).toFixed(0)} s`;
  return warned(name, message, 'synchronise the clocks (NTP)');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${JSON.stringify(describeError(error))}\n`);
    process.exit(1);
  },
);
