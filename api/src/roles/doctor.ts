import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import { connect, createDataSource } from '../database/data-source';
import { pendingMigrations } from '../database/migrate';
import { ConfigurationError, type Env, readEnv } from '../platform/env';
import { readWaiting } from '../features/metrics/table-gauges';
import type { Finding } from '../platform/finding';
import { describeError } from '../platform/log';
import { databaseFolder, erasureLogFinding, videoFinding } from './storage-findings';

/** What a person waits for one subject. */
const WAIT_MS = 5_000;
/** A difference that lets tickets and signatures expire too early or too late. */
const MAX_SKEW_MS = 5_000;
const MIN_FREE_BYTES = 1e9;
/** Due work of a running role is taken within seconds. */
const MAX_WAIT_SECONDS = 300;

/** Prints what is wrong with the API's configuration and with what it reaches: one JSON object a line. */
async function main(): Promise<void> {
  const print = (finding: Finding) => void process.stdout.write(`${JSON.stringify(finding)}\n`);
  let env: Env;
  try {
    const { NODE_ENV, APP_SECRET } = process.env;
    // Outside production the API would generate it.
    const isGenerated = NODE_ENV !== 'production' && !APP_SECRET;
    env = readEnv({ ...process.env, ...(isGenerated && { APP_SECRET: 'x'.repeat(32) }) });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return print({ subject: 'API', state: 'failure', text: error.message, mend: 'see configuration.md' });
  }
  print({ subject: 'API', state: 'ok', text: `its settings are valid in the mode ${env.mode}` });
  await Promise.all(
    [database, redis, paypal, smtp, disk, erasures, videoFinding].map(async (check) => {
      for (const finding of await check(env)) print(finding);
    }),
  );
}

async function database({ databaseUrl, dataFolder }: Env): Promise<readonly Finding[]> {
  const subject = 'database';
  const file = path.join(dataFolder, 'isa.sqlite');
  if (!databaseUrl && !existsSync(file)) {
    return [{ subject, state: 'failure', text: `there is no ${file}`, mend: 'start the role prepare' }];
  }
  try {
    const db = await connect(
      createDataSource({ databaseUrl, dataFolder }, { connections: 1, statement: 5, lock: 2 }),
    );
    try {
      const pending = await pendingMigrations(db);
      const schema: Finding =
        pending.length > 0
          ? {
              subject,
              state: 'failure',
              text: `it lacks ${pending.join(', ')}`,
              mend: 'start the role prepare',
            }
          : { subject, state: 'ok', text: 'it is reached, and its tables are those of this release' };
      if (schema.state === 'failure') return [schema];
      const work = workFinding(await readWaiting(db, new Date()));
      if (!databaseUrl) return [schema, work];
      const [row] = await db.query<{ now: string }[]>('SELECT UNIX_TIMESTAMP(NOW(3)) AS now');
      return [schema, work, clock(subject, Number(row?.now) * 1_000)];
    } finally {
      await db.destroy();
    }
  } catch (error) {
    return [failure(subject, error, 'check DATABASE_URL, the server and the rights of its account')];
  }
}

function workFinding({ orderSeconds, mailSeconds }: Awaited<ReturnType<typeof readWaiting>>): Finding {
  const subject = 'due work';
  const late = Object.entries({ order: orderSeconds, mail: mailSeconds }).filter(
    ([, seconds]) => seconds > MAX_WAIT_SECONDS,
  );
  if (late.length === 0) return { subject, state: 'ok', text: 'no order or mail is overdue' };
  const text = late.map(
    ([what, seconds]) => `the oldest due ${what} has waited ${Math.round(seconds / 60)} minutes`,
  );
  return { subject, state: 'failure', text: text.join(', '), mend: 'start the role jobs; its log says why' };
}

async function redis({ redisUrl }: Env): Promise<readonly Finding[]> {
  const subject = 'Redis';
  if (!redisUrl) {
    return [
      { subject, state: 'ok', text: 'none: each process counts limits by itself, which suits one process' },
    ];
  }
  const client = new Redis(redisUrl, {
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
    return [{ subject, state: 'ok', text: 'it is reached' }];
  } catch (error) {
    return [
      failure(
        subject,
        last ?? error,
        'check REDIS_URL and the server; until then each process counts by itself',
      ),
    ];
  } finally {
    client.disconnect();
  }
}

async function paypal({ paypal: settings }: Env): Promise<readonly Finding[]> {
  const subject = 'PayPal';
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
    const skew = Number.isNaN(time) ? [] : [clock(subject, time)];
    if (!response.ok) {
      const mend = 'check PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_API_URL';
      return [
        { subject, state: 'failure', text: `it answers a log-in with ${response.status}`, mend },
        ...skew,
      ];
    }
    const text = settings.sandbox ? 'the sandbox is reached; no money moves' : 'it accepts the credentials';
    return [{ subject, state: 'ok', text }, ...skew];
  } catch (error) {
    return [failure(subject, error, 'check PAYPAL_API_URL, and that this machine reaches it')];
  }
}

async function smtp({ smtpUrl }: Env): Promise<readonly Finding[]> {
  const subject = 'SMTP';
  if (!smtpUrl) return [{ subject, state: 'ok', text: 'none: mails are readable at /dev/mails' }];
  const limits = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS };
  const transport = createTransport({ url: smtpUrl, ...limits });
  try {
    await transport.verify();
    return [{ subject, state: 'ok', text: 'the server accepts the log-in' }];
  } catch (error) {
    return [failure(subject, error, 'check SMTP_URL, and that this machine reaches the server')];
  } finally {
    transport.close();
  }
}

async function disk({ dataFolder }: Env): Promise<readonly Finding[]> {
  const subject = 'disk';
  try {
    const { bavail, bsize } = await statfs(dataFolder);
    const free = bavail * bsize;
    const text = `${(free / 1e9).toFixed(1)} GB are free in ${dataFolder}`;
    if (free >= MIN_FREE_BYTES) return [{ subject, state: 'ok', text }];
    return [{ subject, state: 'warning', text, mend: 'free some, or move DATA_FOLDER' }];
  } catch (error) {
    return [failure(subject, error, 'create DATA_FOLDER, and let the user of the role write to it')];
  }
}

async function erasures(env: Env): Promise<readonly Finding[]> {
  return [await erasureLogFinding(env, await databaseFolder(env))];
}

/** @param time of the other clock, in milliseconds. */
function clock(of: string, time: number): Finding {
  const skew = Math.abs(Date.now() - time);
  const subject = `clock of ${of}`;
  if (skew <= MAX_SKEW_MS) return { subject, state: 'ok', text: 'it agrees with this machine’s' };
  const text = `it differs from this machine’s by ${(skew / 1_000).toFixed(0)} s`;
  return { subject, state: 'warning', text, mend: 'synchronise the clocks (NTP)' };
}

function failure(subject: string, error: unknown, mend: string): Finding {
  const { code, message, cause } = describeError(error);
  return { subject, state: 'failure', text: cause?.message || message || code || 'unknown', mend };
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${JSON.stringify(describeError(error))}\n`);
    process.exit(1);
  },
);
