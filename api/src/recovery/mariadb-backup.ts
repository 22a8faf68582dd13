import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Connection, createConnection } from 'mysql2/promise';
import { z } from 'zod';
import { type Manifest, RecoveryError, type Report, type RestoreOptions } from './backup-folder';
import { VERIFIED } from '../database/data-source';
import { serverAt } from '../platform/tls';
import { startClient, withClientOptions } from './client-programs';

const DUMP = 'dump.sql.gz';
/** One row for each statement lets rows be counted; `--no-autocommit` makes them as fast. */
const DUMP_OPTIONS = [
  '--single-transaction',
  '--quick',
  '--hex-blob',
  '--skip-extended-insert',
  '--no-autocommit',
  '--no-tablespaces',
  '--default-character-set=utf8mb4',
];

/** Dumps the database in one snapshot, while it is in use. */
export async function backUpMariaDb(databaseUrl: string, into: string, report: Report) {
  const logs = await connected(databaseUrl, async (connection) => {
    await requireMariaDb(connection);
    return (await query(connection, 'SELECT @@log_bin AS value'))[0]?.['value'] === 1;
  });
  if (!logs)
    report('Warning: the server writes no binary log (log_bin), so that no later time can be restored.');
  return withClientOptions(databaseUrl, async (options, database) => {
    const position = logs ? ['--master-data=2'] : [];
    const args = [options, ...DUMP_OPTIONS, ...position, database];
    const { child, ended } = startClient('mariadb-dump', args, ['ignore', 'pipe', 'pipe']);
    const lines = readDump(report);
    const file = createWriteStream(path.join(into, DUMP), { mode: 0o600, flags: 'wx' });
    await finish([ended], pipeline(streamOf(child.stdout), lines.transform, createGzip(), file));
    const { rows, binlog } = lines.found();
    if (logs && !binlog) throw new RecoveryError('The dump does not contain its position in the binary log.');
    return { database, rows, ...(binlog && { binlog }) };
  });
}

function readDump(report: Report) {
  const rows: Record<string, number> = {};
  let binlog: Manifest['binlog'];
  let line = '';
  // Texts contain no line breaks: the dump escapes them.
  const read = () => {
    const table = /^(CREATE TABLE|INSERT INTO) `([^`]+)`/.exec(line);
    if (table?.[1] === 'CREATE TABLE') {
      report(`Backing up ${table[2]}`);
      rows[table[2] ?? ''] = 0;
    } else if (table?.[2] !== undefined) rows[table[2]] = (rows[table[2]] ?? 0) + 1;
    const position = /^-- CHANGE MASTER TO MASTER_LOG_FILE='([^']+)', MASTER_LOG_POS=(\d+)/.exec(line);
    if (position?.[1] !== undefined) binlog = { file: position[1], position: Number(position[2]) };
  };
  const transform = new Transform({
    transform(chunk: Buffer, _, done) {
      const [first = '', ...others] = chunk.toString('latin1').split('\n');
      line = (line + first).slice(0, 200);
      for (const next of others) {
        read();
        line = next.slice(0, 200);
      }
      done(null, chunk);
    },
  });
  return { transform, found: () => ({ rows, binlog }) };
}

/** Restores the dump and, if asked for, replays the binary logs after it. @returns the rows of the dump's tables. */
export async function restoreMariaDb(
  databaseUrl: string,
  from: string,
  { overwrite, binlogs, until }: RestoreOptions,
  { database: original, binlog }: Manifest,
  report: Report,
): Promise<{ readonly rows: Manifest['rows']; replay(): Promise<void> }> {
  const files = binlogs === undefined ? [] : await binlogsFrom(binlogs, binlog?.file);
  if (files.length > 0 && new URL(databaseUrl).pathname.slice(1) !== original) {
    throw new RecoveryError(`Binary logs are replayed only into a database with the same name: ${original}.`);
  }
  await connected(databaseUrl, async (connection) => {
    await requireMariaDb(connection);
    const tables = await tablesOf(connection);
    if (tables.length > 0 && !overwrite) {
      throw new RecoveryError(
        `The database of DATABASE_URL has ${tables.length} tables. Restore into an empty one, or replace it with --overwrite.`,
      );
    }
    if (tables.length === 0) return;
    report(`Removing ${tables.length} tables`);
    await connection.query('SET foreign_key_checks = 0');
    for (const table of tables) await connection.query(`DROP TABLE \`${table}\``);
  });
  await withClientOptions(databaseUrl, async (options, database) => {
    report(`Restoring ${DUMP}`);
    const client = startSqlClient(options, database);
    const dump = createReadStream(path.join(from, DUMP));
    await finish([client.ended], pipeline(dump, createGunzip(), client.input));
  });
  const rows = await connected(databaseUrl, async (connection) => {
    const counts: Record<string, number> = {};
    for (const table of await tablesOf(connection)) {
      const [row] = await query(connection, `SELECT COUNT(*) AS value FROM \`${table}\``);
      counts[table] = Number(row?.['value']);
    }
    return counts;
  });
  return {
    rows,
    async replay() {
      if (files.length === 0) return;
      report(`Replaying ${files.length} binary logs${until ? ` until ${until.toISOString()}` : ''}`);
      await withClientOptions(databaseUrl, async (options, database) => {
        const stop = until ? [`--stop-datetime=${until.toISOString().slice(0, 19).replace('T', ' ')}`] : [];
        const start = `--start-position=${binlog?.position ?? 4}`;
        const args = [`--database=${database}`, start, ...stop, ...files];
        const log = startClient('mariadb-binlog', args, ['ignore', 'pipe', 'pipe']);
        const client = startSqlClient(options, database);
        await finish([client.ended, log.ended], pipeline(streamOf(log.child.stdout), client.input));
      });
    },
  };
}

/** Repeat it often: what is not copied is lost with the server. @param to gets a file of each log. */
export async function copyBinlogs(databaseUrl: string, to: string, report: Report): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const copies = (await readdir(to)).filter((name) => /\.\d+$/.test(name)).sort();
  const present = await connected(databaseUrl, async (connection) => {
    await requireMariaDb(connection);
    const rows = await query(connection, 'SHOW BINARY LOGS').catch((error: unknown) => {
      throw new RecoveryError('The binary logs cannot be listed: set log_bin, and grant BINLOG MONITOR.', {
        cause: error,
      });
    });
    return rows.map((row) => String(row['Log_name']));
  });
  const last = copies.at(-1);
  if (last !== undefined && !present.includes(last)) {
    throw new RecoveryError(
      `The server has no ${last} any more: logs between it and ${present[0] ?? 'none'} may be lost. Make a new backup, and copy into another folder.`,
    );
  }
  const first = last ?? present[0];
  if (first === undefined) return;
  // A copy is replaced only by a complete one.
  const folder = await mkdtemp(path.join(to, '.new-'));
  try {
    await withClientOptions(databaseUrl, async (options) => {
      const args = [
        options,
        '--read-from-remote-server',
        '--raw',
        '--to-last-log',
        `--result-file=${folder}/`,
        first,
      ];
      await startClient('mariadb-binlog', args, ['ignore', 'ignore', 'pipe']).ended;
    });
    const names = (await readdir(folder)).sort();
    for (const name of names) {
      // The log contains what customers have typed, and passwords of the database's accounts.
      await chmod(path.join(folder, name), 0o600);
      await rename(path.join(folder, name), path.join(to, name));
    }
    report(`Copied ${names.join(', ')} to ${to}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @throws RecoveryError unless the logs begin with the one of the backup. */
async function binlogsFrom(folder: string, first: string | undefined): Promise<readonly string[]> {
  if (first === undefined) throw new RecoveryError('The backup has no position in binary logs.');
  const names = (await readdir(folder)).filter((name) => /\.\d+$/.test(name) && name >= first).sort();
  if (names[0] !== first)
    throw new RecoveryError(`${folder} does not contain ${first}, where the backup was made.`);
  return names.map((name) => path.join(folder, name));
}

function startSqlClient(options: string, database: string) {
  const args = [options, '--default-character-set=utf8mb4', '--batch', database];
  const { child, ended } = startClient('mariadb', args, ['pipe', 'ignore', 'pipe']);
  return { input: streamOf(child.stdin), ended };
}

/** Waits for programs and the pipe between them. A program's error says more than the broken pipe, so it comes first. */
async function finish(programs: readonly Promise<void>[], pipe: Promise<void>): Promise<void> {
  for (const result of await Promise.allSettled([...programs, pipe])) {
    if (result.status === 'rejected') throw result.reason;
  }
}

function streamOf<Stream extends Readable | Writable>(stream: Stream | null): Stream {
  if (!stream) throw new Error('The program was started without a pipe.');
  return stream;
}

async function requireMariaDb(connection: Connection): Promise<void> {
  const version = String((await query(connection, 'SELECT VERSION() AS value'))[0]?.['value']);
  if (version.includes('MariaDB')) return;
  throw new RecoveryError(`The server is not MariaDB but ${version}: use its own tools for backups.`);
}

async function tablesOf(connection: Connection): Promise<readonly string[]> {
  const rows = await query(
    connection,
    'SELECT TABLE_NAME AS value FROM information_schema.tables WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1',
  );
  return rows.map((row) => String(row['value']));
}

const rowsSchema = z.array(z.record(z.string(), z.unknown()));

async function query(connection: Connection, sql: string) {
  const [rows] = await connection.query(sql);
  return rowsSchema.parse(rows);
}

async function connected<Result>(databaseUrl: string, work: (connection: Connection) => Promise<Result>) {
  const { address, tls } = serverAt('DATABASE_URL', databaseUrl);
  const connection = await createConnection({
    uri: address.replace(/^mariadb:/, 'mysql:'),
    ...(tls && { ssl: { ...tls, ...VERIFIED } }),
  });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
