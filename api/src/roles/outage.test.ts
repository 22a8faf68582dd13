import { setTimeout as pause } from 'node:timers/promises';
import { DEPARTMENTS } from '@isa/api-contract';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { startApi, type TestApi } from '../../testing/api';
import { serverUrl } from '../../testing/database';
import type { RunningServer } from '../../testing/database-server';
import { findMariaDb, startMariaDb } from '../../testing/mariadb';
import { fillDisk, ONE_FILE } from '../../testing/full-disk';
import { startMySql } from '../../testing/mysql';
import { createDataSource } from '../database/data-source';
import { DISK_FULL_MS } from '../features/metrics/metrics';
import { FRESH_MS } from '../http/response-cache';

/**
 * The longest wait of a request: below the 25 s without limits, and above what a busy machine adds to the
 * limits (1 s).
 */
const PROMPT_MS = 8_000;

let api: TestApi;

const ready = () => api.fetch('/api/health/ready');
const books = () => api.fetch('/api/books');
/** Locks the table `orders`, if only to find no such order. */
const captureUnknown = () => api.fetch('/api/orders/unknown/capture', { method: 'POST' });

function contact(): Promise<Response> {
  const message = {
    name: 'Ada',
    surname: 'Lovelace',
    email: 'ada@example.org',
    department: DEPARTMENTS[0],
    message: 'Hello',
  };
  const headers = { 'Content-Type': 'application/json' };
  return api.fetch('/api/contact', { method: 'POST', headers, body: JSON.stringify(message) });
}

async function timed(request: () => Promise<Response>) {
  const started = performance.now();
  const response = await request();
  await response.arrayBuffer();
  const { status, headers } = response;
  return { status, headers, took: performance.now() - started };
}

/** A server of the kind on which the suite runs, for this file alone. */
async function startOwnServer(options: readonly string[] = []): Promise<RunningServer> {
  const mysqld = process.env['TEST_MYSQLD'];
  if (mysqld) return startMySql(mysqld);
  const programs = findMariaDb();
  if (!programs) throw new Error('There is no MariaDB on this machine.');
  return startMariaDb(programs, options);
}

/** Requests as of visitors who find no fresh response in memory. */
async function visit(): Promise<Awaited<ReturnType<typeof timed>>[]> {
  api.advance(FRESH_MS);
  return Promise.all([books, books, books].map(timed));
}

async function expectStaleBooks(): Promise<void> {
  for (const { status, headers, took } of await visit()) {
    expect([status, headers.get('cache-status')]).toEqual([200, 'isa-api; hit; detail=stale-if-error']);
    expect(took).toBeLessThan(PROMPT_MS);
  }
}

async function expectReady(expected: number): Promise<void> {
  const { status, took } = await timed(ready);
  expect(status).toBe(expected);
  expect(took).toBeLessThan(PROMPT_MS);
}

async function expectRefusal(request: () => Promise<Response>): Promise<void> {
  const { status, headers } = await timed(request);
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Waits until the site is whole again without a restart. */
async function expectHealed(): Promise<void> {
  while ((await ready()).status !== 200) await pause(50);
  expect((await contact()).status).toBe(200);
  expect((await captureUnknown()).status).toBe(404);
  while ((await visit()).some(({ headers }) => headers.get('cache-status') !== null)) await pause(50);
}

/** A small change may find room in a page that is in use; soon none does. */
async function expectNoRoom(): Promise<void> {
  while ((await contact()).status === 200);
  await expectRefusal(contact);
  await expectReady(503);
  expect((await visit()).map(({ status }) => status)).toEqual([200, 200, 200]);
  const metrics = await (await api.fetch('/metrics')).text();
  expect(metrics).toMatch(/^isa_database_statement_seconds_count\{pool="\w+",result="disk-full"\} [1-9]/m);
}

async function expectRoomAgain(): Promise<void> {
  api.advance(DISK_FULL_MS);
  expect((await contact()).status).toBe(200);
  api.advance(DISK_FULL_MS);
  await expectReady(200);
}

if (serverUrl) {
  describe('on a database server', () => {
    let server: RunningServer;

    beforeAll(async () => {
      server = await startOwnServer();
      // The account is one that a read-only server refuses, as in production.
      await change(
        "CREATE USER app@'127.0.0.1' IDENTIFIED BY 'app'",
        "GRANT ALL ON `isa\\_test\\_%`.* TO app@'127.0.0.1'",
      );
      api = await startApi({ seeded: true, databaseServer: server.url.replace('isa:isa', 'app:app') });
      expect((await books()).status).toBe(200);
    });
    afterAll(async () => {
      await api.close();
      await server.stop();
    });

    /** Runs statements as the server's administrator. */
    const change = async (...statements: readonly string[]) => (await administer(...statements))();

    /** The same over a connection that stays open. @returns its end. */
    async function administer(...statements: readonly string[]): Promise<() => Promise<void>> {
      const connection = await createConnection(server.url.replace('mariadb:', 'mysql:'));
      for (const statement of statements) await connection.query(statement);
      return () => connection.end();
    }

    /** Ends the connections of a user, too. MySQL has no `KILL USER`. */
    async function limitConnections(limit: number, user: string): Promise<void> {
      const connection = await createConnection(server.url.replace('mariadb:', 'mysql:'));
      await connection.query('SET GLOBAL max_connections = ?', [limit]);
      const sql = 'SELECT id AS id FROM information_schema.processlist WHERE user = ?';
      const [rows] = await connection.query<({ id: number } & RowDataPacket)[]>(sql, [user]);
      // A connection may have ended by itself.
      for (const { id } of rows) await connection.query('KILL ?', [id]).catch(() => undefined);
      await connection.end();
    }

    const schema = () => String(api.deps.db.driver.database);

    test('a locked table of orders delays neither readiness nor public answers nor other writes', async () => {
      const unlock = await administer(`USE ${schema()}`, 'LOCK TABLES orders WRITE');
      const waiting = Array.from({ length: 20 }, () => timed(captureUnknown));
      await pause(100);

      await expectReady(200);
      for (const { status, headers, took } of await visit()) {
        expect([status, headers.get('cache-status')]).toEqual([200, null]);
        expect(took).toBeLessThan(PROMPT_MS);
      }
      expect((await contact()).status).toBe(200);

      for (const { status, headers, took } of await Promise.all(waiting)) {
        expect([status, headers.get('retry-after')]).toEqual([503, '2']);
        expect(took).toBeLessThan(2 * PROMPT_MS);
      }
      await unlock();
      await expectHealed();
    });

    test('a locked table of the catalogue leaves the last public answers and readiness', async () => {
      const unlock = await administer(`USE ${schema()}`, 'LOCK TABLES content_versions WRITE');
      await expectStaleBooks();
      await expectReady(200);
      expect((await captureUnknown()).status).toBe(404);
      await unlock();
      await expectHealed();
    });

    test('a read-only server refuses writes only, until it can write again', async () => {
      await change('SET GLOBAL read_only = ON');
      await expectRefusal(contact);
      expect((await visit()).map(({ status }) => status)).toEqual([200, 200, 200]);
      await change('SET GLOBAL read_only = OFF');
      await expectHealed();
    });

    test('a server with too many connections serves the API by those it has', async () => {
      // Ends the API's connections, and leaves room for one.
      const holders = await Promise.all(Array.from({ length: 9 }, () => administer('DO 1')));
      await limitConnections(10, 'app');
      const answers = await Promise.all(Array.from({ length: 10 }, () => timed(contact)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      await Promise.all(holders.map((end) => end()));
      await change('SET GLOBAL max_connections = 151');
      await expectHealed();
    });

    test('a frozen server leaves public answers; writes are refused, and work again when it goes on', async () => {
      await server.freeze();
      try {
        await expectStaleBooks();
        await expectReady(503);
        await Promise.all([expectRefusal(contact), expectRefusal(captureUnknown)]);
      } finally {
        // A server that stays frozen would make the next tests wait, too.
        server.kill('SIGCONT');
      }
      await expectHealed();
    });

    // Both signals take long, so only one is tested each time; the cluster's test kills its writer, too.
    test.each(process.env['TEST_ALL'] ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const))(
      'public answers stay after %s of the server, writes are refused, and all heals with its restart',
      async (signal) => {
        server.kill(signal);
        while ((await ready()).status === 200) await pause(20);
        await expectStaleBooks();
        await expectReady(503);
        await Promise.all([expectRefusal(contact), expectRefusal(captureUnknown)]);
        await server.restart();
        await expectHealed();
      },
    );
  });

  // On MySQL the disk is not filled: `fillDisk` limits one file of MariaDB.
  if (process.env['TEST_MYSQLD'] === undefined) {
    describe('on a database server with a full disk', () => {
      let server: RunningServer;
      beforeAll(async () => {
        server = await startOwnServer(ONE_FILE);
        api = await startApi({ seeded: true, databaseServer: server.url });
      });
      afterAll(async () => {
        await api.close();
        await server.stop();
      });

      test('writes are refused, and readiness says so until there is room again', async () => {
        const makeRoom = await fillDisk(server);
        await expectNoRoom();
        makeRoom();
        await expectRoomAgain();
      });
    });
  }
} else {
  test('writes to a full disk are refused, and readiness says so until there is room again', async () => {
    api = await startApi({ seeded: true });
    await api.deps.db.query('PRAGMA max_page_count = 1');
    await expectNoRoom();
    await api.deps.db.query('PRAGMA max_page_count = 1000000');
    await expectRoomAgain();
  });

  test('readiness and public answers do not wait while another process writes', async () => {
    api = await startApi({ seeded: true });
    const other = await createDataSource({ dataFolder: api.deps.env.dataFolder }).initialize();
    try {
      expect((await books()).status).toBe(200);
      const runner = other.createQueryRunner();
      await runner.startTransaction();
      const writing = timed(contact);
      await pause(50);

      await expectReady(200);
      for (const { status, headers, took } of await visit()) {
        expect([status, headers.get('cache-status')]).toEqual([200, null]);
        expect(took).toBeLessThan(PROMPT_MS);
      }
      await runner.rollbackTransaction();
      await runner.release();
      expect((await writing).status).toBe(200);
    } finally {
      await other.destroy();
    }
  });
}
