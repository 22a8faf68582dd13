import { constants, existsSync } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { AcademyContent } from '@isa/api-contract';
import { isThisMachine } from '@isa/api-contract/networks';
import { type CheckResult, failed, passed, warned } from '@isa/api-contract/schemas';
import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import type { DataSource } from 'typeorm';
import { smtpServer } from '../emails/mailer';
import { readContent } from '../database/content';
import { connect, createDataSource } from '../database/data-source';
import { pendingMigrations } from '../database/migrate';
import { missingProof } from '../features/catalogue/proof';
import { presign } from '../features/learning/media/presign';
import { readWaiting } from '../features/metrics/metrics';
import type { Env } from '../platform/env';
import { describeError } from '../platform/log';
import { serverAt } from '../platform/tls';

/** What a person waits for one subject. */
const WAIT_MS = 5_000;
/** How far clocks may differ before tickets and signatures expire too early or too late. */
const MAX_SKEW_MS = 5_000;
/** How long due work may wait: a running role takes it within seconds. */
const MAX_WAIT_SECONDS = 300;

/** Says what failed, without the values of statements. */
function reasonOf(error: unknown): string {
  const { code, message, cause } = describeError(error);
  return cause?.message || message || code || 'unknown';
}

/**
 * Whether this user may write what a role writes.
 * @param name the setting that names it. @param places folders, which need not exist yet, or the file.
 */
export async function checkWritable(
  name: string,
  kind: 'file' | 'folder',
  ...places: readonly [string, ...string[]]
): Promise<CheckResult> {
  try {
    for (const place of places) await requireWritable(kind, place);
    return passed(name, `${places[0]} can be written`);
  } catch (error) {
    return failed(name, ...describeUnwritable(places[0], error));
  }
}

/** @returns what is known of the existing part of a path. @throws Error when this user can neither write nor create it. */
async function requireWritable(kind: 'file' | 'folder', place: string) {
  const existing = nearestExisting(place);
  const found = await stat(existing);
  const isFile = kind === 'file' && existing === place;
  if (isFile ? !found.isFile() : !found.isDirectory()) {
    throw new Error(`${existing} is not a ${isFile ? 'file' : 'folder'}`);
  }
  await access(existing, isFile ? constants.W_OK : constants.W_OK | constants.X_OK);
  return { isFile, disk: found.dev, isReadByOthers: isFile && (found.mode & 0o077) !== 0 };
}

/** @returns a message with the user and the path, and the remedy. */
function describeUnwritable(place: string, error: unknown): readonly [string, string] {
  const user = userName();
  const fix =
    describeError(error).code === 'EROFS'
      ? `name ${place} in ReadWritePaths of the role’s unit and of isa-doctor@.service (systemctl edit), unless its disk is mounted read-only`
      : `let ${user} write to it (chown, chmod), or restore the folders of the package: systemd-tmpfiles --create /etc/tmpfiles.d/isa.conf`;
  return [`${user} cannot write ${place}: ${reasonOf(error)}`, fix];
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return `the user ${process.getuid?.() ?? ''}`;
  }
}

/**
 * Whether deletions can be repeated after a restore: the log can be written, and is not lost with the
 * database.
 * @param databaseFolder `undefined` for another machine, and when it is unknown.
 */
export async function checkErasureLog(
  { erasureLog, mode }: Pick<Env, 'erasureLog' | 'mode'>,
  databaseFolder: string | undefined,
): Promise<CheckResult> {
  const name = 'log of erasures';
  try {
    const { disk, isReadByOthers } = await requireWritable('file', erasureLog);
    if (isReadByOthers) {
      return warned(name, `other users can read ${erasureLog}`, `chmod 600 ${erasureLog}`);
    }
    const database = databaseFolder && (await stat(databaseFolder).catch(() => undefined));
    if (mode === 'production' && database && database.dev === disk) {
      const message = `${erasureLog} is on the same disk as the database, and would be lost with it`;
      return warned(name, message, 'set ERASURE_LOG to a file on another disk');
    }
    return passed(name, `${erasureLog} can be written`);
  } catch (error) {
    const [message, fix] = describeUnwritable(erasureLog, error);
    return failed(name, `${message}, so no account can be deleted`, fix);
  }
}

function nearestExisting(file: string): string {
  return existsSync(file) ? file : nearestExisting(path.dirname(file));
}

/** Whether the bucket of the videos is reached with the credentials. */
export async function checkVideos({ delivery }: Pick<Env, 'delivery'>): Promise<readonly CheckResult[]> {
  if (delivery.by !== 's3') return [];
  const name = 'videos';
  const fix = 'check VIDEO_STORAGE_URL, VIDEO_STORAGE_REGION, VIDEO_STORAGE_KEY_ID and VIDEO_STORAGE_SECRET';
  try {
    const address = await presign(delivery.storage, 'doctor', { method: 'HEAD', seconds: 60 });
    const { status } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(WAIT_MS) });
    if (status === 200 || status === 404) return [passed(name, 'the bucket is reached')];
    // A bucket gives the same answer for a missing file, unless the account may list it.
    return [(status === 403 ? warned : failed)(name, `the bucket answers ${status}`, fix)];
  } catch (error) {
    return [failed(name, reasonOf(error), fix)];
  }
}

/** The role whose rights are examined, and the shipped file that lists them. */
interface RightsOf {
  readonly role: string;
  readonly file: string;
}

/** Whether the account of a role may do what the shipped file allows: a new package may need more. */
async function checkRights(db: DataSource, { role, file }: RightsOf): Promise<CheckResult> {
  const name = 'rights in the database';
  const missing = new Set<string>();
  const grants = (await readFile(file, 'utf8')).matchAll(
    new RegExp(`^GRANT (.+) ON (\\w+) TO isa_${role};$`, 'gm'),
  );
  for (const [grant, rights = '', table = ''] of grants) {
    const metadata = db.entityMetadatas.find(({ tableName }) => tableName === table);
    const key = metadata?.primaryColumns[0]?.databaseName ?? 'id';
    for (const [, right = '', column = key] of rights.matchAll(/([A-Z]+)(?: \((\w+)\))?/g)) {
      // The same rights are needed to explain a statement, which is not executed then.
      const statement = {
        SELECT: `SELECT ${column} FROM ${table}`,
        INSERT: `INSERT INTO ${table} SELECT * FROM ${table}`,
        UPDATE: `UPDATE ${table} SET ${column} = ${column}`,
        DELETE: `DELETE FROM ${table}`,
      }[right];
      await db.query(`EXPLAIN ${statement}`).catch((error: unknown) => {
        if (!/DENIED/.test(describeError(error).code ?? '')) throw error;
        missing.add(grant);
      });
    }
  }
  if (missing.size === 0) return passed(name, `those of isa_${role} in database-roles.sql`);
  return failed(
    name,
    `missing: ${[...missing].join(' ')}`,
    `run ${file} in the database, as its administrator`,
  );
}

/**
 * Reaches the database, and finds work that waits.
 * @returns also the folder of its files, if that is on this machine.
 */
export async function checkDatabase(
  { databaseUrl, dataFolder, seller: { vatNumber } }: Env,
  rightsOf?: RightsOf,
) {
  const name = 'database';
  const file = path.join(dataFolder, 'isa.sqlite');
  // The folder is unknown when the database is on another machine.
  let folder = databaseUrl ? undefined : dataFolder;
  const find = async (): Promise<readonly CheckResult[]> => {
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
      const rights = databaseUrl && rightsOf ? [await checkRights(db, rightsOf)] : [];
      const work = workResult(await readWaiting(db, new Date()));
      const [academy] = await readContent(db, 'academy');
      const found = [schema, ...rights, work, ...(academy ? [proofResult(academy, vatNumber)] : [])];
      if (!databaseUrl) return found;
      const [row] = await db.query<{ now: string }[]>('SELECT UNIX_TIMESTAMP(NOW(3)) AS now');
      return [...found, clockResult(name, Number(row?.now) * 1_000)];
    } finally {
      await db.destroy();
    }
  };
  const results = await find().catch((error: unknown) => [
    failed(name, reasonOf(error), 'check DATABASE_URL, the server and the rights of its account'),
  ]);
  return { results, folder };
}

/** What the site says is available on request, although a buyer wants to check it. */
export function proofResult(academy: AcademyContent, vatNumber: string | null): CheckResult {
  const name = 'proof for buyers';
  const missing = [...missingProof(academy), ...(vatNumber === null ? ['VAT number (VAT_NUMBER)'] : [])];
  if (missing.length === 0) return passed(name, 'the site names everything that a buyer can check');
  const message = `the site says “available on request” about ${missing.join('; ')}`;
  return warned(name, message, 'enter it at the office, under Catalogue, The academy');
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

export async function checkRedis({ redisUrl }: Env): Promise<readonly CheckResult[]> {
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

export async function checkPayPal({
  paypal: settings,
  production,
}: Pick<Env, 'paypal' | 'production'>): Promise<readonly CheckResult[]> {
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
    const sandbox = 'the sandbox is reached; no money moves';
    const rehearsal = 'to take payments, end the rehearsal as operating.md says';
    if (settings.sandbox && production) return [warned(name, sandbox, rehearsal), ...skew];
    return [passed(name, settings.sandbox ? sandbox : 'it accepts the credentials'), ...skew];
  } catch (error) {
    return [failed(name, reasonOf(error), 'check PAYPAL_API_URL, and that this machine reaches it')];
  }
}

export async function checkSmtp({ smtpUrl }: Env): Promise<readonly CheckResult[]> {
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
