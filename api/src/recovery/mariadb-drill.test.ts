import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { calls } from '@isa/api-contract';
import { createConnection } from 'mysql2/promise';
import { sampleMerchant } from '../../paypal-sandbox/sandbox';
import { fromSources } from '../../testing/api-process';
import { type RunningServer, startServer } from '../../testing/database-server';
import { createUser, signIn } from '../../testing/factories';
import { findMariaDb, installMariaDb } from '../../testing/mariadb';
import { describeWithProgram } from '../../testing/with-program';
import { connect, createDataSource } from '../database/data-source';
import { apiFolder } from '../platform/folders';
import { type Shop, startShop } from '../features/orders/testing/shop';
import {
  afterBackup,
  buyAs,
  orderMails,
  PASSWORD,
  SECRET,
  restoredState,
  untilBackup,
} from './testing/drill';

/** The rights of `operating.md`. The password needs quoting in every place. */
const PASSWORD_OF_ACCOUNTS = `p"w'\\#é%`;
const BACKUP_RIGHTS = [
  'GRANT SELECT, SHOW VIEW, TRIGGER, LOCK TABLES ON isa.* TO account',
  'GRANT RELOAD, BINLOG MONITOR, REPLICATION SLAVE ON *.* TO account',
];
const RESTORE_RIGHTS = ['GRANT ALL ON isa.* TO account', 'GRANT BINLOG REPLAY ON *.* TO account'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'isa-drill-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function startWithBinlog(): Promise<RunningServer> {
  const programs = findMariaDb();
  if (!programs) throw new Error('There is no MariaDB server.');
  return startServer({
    name: 'MariaDB',
    scheme: 'mariadb',
    program: programs.server,
    options: ['--log-bin=binlog', '--sync-binlog=1', '--innodb-log-file-size=16M', '--server-id=1'],
    install: (account) => installMariaDb(programs.installer, account),
  });
}

async function sql(url: string, ...statements: readonly string[]) {
  const connection = await createConnection(url.replace('mariadb:', 'mysql:'));
  try {
    let rows: unknown;
    for (const statement of statements) [rows] = await connection.query(statement);
    return rows;
  } finally {
    await connection.end();
  }
}

/** @returns the address of the database for an account with only these rights. */
async function account(
  url: string,
  name: string,
  schema: string,
  rights: readonly string[],
): Promise<string> {
  const user = `${name}@'127.0.0.1'`;
  const password = PASSWORD_OF_ACCOUNTS.replace(/['\\]/g, '\\$&');
  await sql(
    url,
    `CREATE USER ${user} IDENTIFIED BY '${password}'`,
    ...rights.map((right) => right.replace('isa.*', `${schema}.*`).replace('account', user)),
  );
  const address = new URL(`/${schema}`, url);
  address.username = name;
  address.password = encodeURIComponent(PASSWORD_OF_ACCOUNTS);
  return address.href;
}

/** Runs the backup's command. The payment sandbox answers it from this process. */
async function backup(environment: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const script = [...fromSources, path.join(apiFolder, 'src/roles/backup.ts')];
  const child = spawn(process.execPath, [...script, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_FOLDER: path.join(folder, 'data'), ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  await once(child, 'close');
  return { status: child.exitCode, output };
}

/**
 * Waits for the next second, because binary logs have times in seconds: what was before and after it must not
 * share one.
 */
async function nextSecond(url: string): Promise<Date> {
  const now = async () =>
    Number(((await sql(url, 'SELECT UNIX_TIMESTAMP() AS now')) as { now: number }[])[0]?.now);
  const start = await now();
  let at = start;
  while (at === start) at = await now();
  return new Date(at * 1000);
}

describeWithProgram('mariadbd')('a lost MariaDB server', () => {
  test('a lost server is restored to a point in time and brought up to date from PayPal and the log of erasures', async () => {
    const erasures = path.join(folder, 'erasures.log');
    const [backups, binlogs] = [path.join(folder, 'backups'), path.join(folder, 'binlogs')];
    const first = await startWithBinlog();
    let second: RunningServer | undefined;
    let shop: Shop | undefined;
    try {
      shop = await startShop({ APP_SECRET: SECRET, ERASURE_LOG: erasures }, first.url);
      const { deps } = shop.api;
      const schema = new URL(deps.env.databaseUrl ?? '').pathname.slice(1);
      const source = { DATABASE_URL: await account(first.url, 'isa_backup', schema, BACKUP_RIGHTS) };
      const drill = await untilBackup(shop);
      const dave = await signIn(
        deps,
        await createUser(deps, {
          email: 'dave@example.org',
          emailVerifiedAt: deps.now(),
          password: PASSWORD,
        }),
      );
      expect(await backup(source, 'create', '--to', backups)).toEqual({
        status: 0,
        output: expect.stringMatching(
          /Backing up orders\n[^]*The backup is complete: .* rows in \d+ tables/,
        ) as string,
      });
      const [name = ''] = await readdir(backups);

      // These changes are in the binary log only.
      await afterBackup(shop, drill);
      const erin = await signIn(deps, await createUser(deps, { email: 'erin@example.org' }));
      await buyAs(shop, erin, [{ productId: 1999, quantity: 1 }], 'erin.pays@example.org');
      const metrics = path.join(folder, 'isa-binlog.prom');
      const copied = Math.floor(Date.now() / 1_000);
      expect((await backup(source, 'binlog', '--to', binlogs, '--metrics', metrics)).status).toBe(0);
      const [, at] = /^isa_binlog_copied_seconds (\d+)$/m.exec(await readFile(metrics, 'utf8')) ?? [];
      expect(Number(at)).toBeGreaterThanOrEqual(copied);
      const until = await nextSecond(first.url);

      // This order is neither in the backup nor replayed: only PayPal and the log of erasures know it.
      await buyAs(shop, undefined, [{ productId: 4, quantity: 2 }], 'late@example.org');
      await buyAs(shop, dave, [{ productId: 1999, quantity: 1 }], 'dave@example.org');
      await shop.api.call(calls.deleteAccount, { body: { password: PASSWORD } }, { headers: dave.headers });
      const before = await restoredState(deps);
      const mails = await orderMails(deps);
      // This is the accident, which must not be replayed.
      await sql(
        new URL(`/${schema}`, first.url).href,
        'SET foreign_key_checks = 0',
        'DROP TABLE order_lines',
        'DELETE FROM orders',
      );
      expect((await backup(source, 'binlog', '--to', binlogs)).status).toBe(0);
      for (const name of await readdir(binlogs)) {
        expect([name, (await stat(path.join(binlogs, name))).mode & 0o077]).toEqual([name, 0]);
      }
      await shop.api.close();
      await first.stop();

      second = await startWithBinlog();
      await sql(second.url, `CREATE DATABASE ${schema} CHARACTER SET utf8mb4`);
      const target = { DATABASE_URL: await account(second.url, 'isa_restore', schema, RESTORE_RIGHTS) };
      const from = ['restore', '--from', path.join(backups, name)];
      const replay = ['--binlog', binlogs, '--until', until.toISOString()];
      await mkdir(path.join(folder, 'empty'));
      expect((await backup(target, ...from, '--binlog', path.join(folder, 'empty'))).output).toMatch(
        /does not contain/,
      );
      const wrong = { DATABASE_URL: target.DATABASE_URL.replace('isa_restore', 'nobody') };
      expect(await backup(wrong, ...from)).toEqual({
        status: 1,
        output: expect.stringContaining('Access denied') as string,
      });
      const restored = await backup(target, ...from, ...replay);
      expect(restored).toEqual({
        status: 0,
        output: expect.stringMatching(/Replaying \d+ binary logs until/) as string,
      });
      expect((await backup(target, ...from, ...replay)).output).toMatch(/has \d+ tables.*--overwrite/);
      expect((await backup(target, ...from, ...replay, '--overwrite')).status).toBe(0);

      const since = /reconcile --since (\S+),/.exec(restored.output)?.[1] ?? '';
      const reconciled = await backup(
        {
          ...target,
          NODE_ENV: 'test',
          LOG_LEVEL: 'silent',
          APP_SECRET: SECRET,
          ERASURE_LOG: erasures,
          PAYPAL_API_URL: shop.sandbox.origin,
          PAYPAL_MERCHANT_ID: sampleMerchant.id,
        },
        'reconcile',
        '--since',
        since,
      );
      expect(reconciled.output).toMatch(/2 orders restored[^]*The database agrees/);
      expect(reconciled.status).toBe(0);
      const db = await connect(createDataSource({ databaseUrl: target.DATABASE_URL, dataFolder: folder }));
      try {
        expect(await restoredState({ db })).toEqual(before);
        expect(await orderMails({ db })).toEqual(mails.filter((mail) => !mail.endsWith('dave@example.org')));
      } finally {
        await db.destroy();
      }
    } finally {
      await shop?.sandbox.stop();
      await first.stop();
      await second?.stop();
    }
  });
});
