import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { get } from 'node:https';
import path from 'node:path';
import Koa from 'koa';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { testCertificate } from '../../testing/certificate';
import { liveEnvironment } from '../../testing/live-environment';
import { findMariaDb, startMariaDb } from '../../testing/mariadb';
import { describeWithRedis, startRedis } from '../../testing/redis';
import { testFolder } from '../../testing/test-folder';
import { serve } from '../../testing/test-server';
import { describeWithProgram } from '../../testing/with-program';
import { createDataSource } from '../database/data-source';
import { smtpServer } from '../emails/mailer';
import type { ApiState } from '../http/context';
import { createHttpServer } from '../http/server';
import { withClientOptions } from '../recovery/client-programs';
import { createLog } from './log';
import { openRedisClient } from './redis-client';
import { ConfigurationError, readEnv } from './env';
import { serverAt } from './tls';

type Certificate = Awaited<ReturnType<typeof testCertificate>>;
/** The name of this machine in the address of a server. */
const NAME = 'localhost';
/** An address that leads to this machine, but that does not say so. */
const DISGUISED = '127.1';

let own: Certificate;
let others: Certificate;
let misnamed: Certificate;
beforeAll(async () => {
  [own, others, misnamed] = await Promise.all([
    testCertificate(NAME),
    testCertificate(NAME),
    testCertificate('another.example'),
  ]);
});

describe('the address of a server', () => {
  it('needs no TLS on this machine, and a verified certificate anywhere else', () => {
    for (const host of ['localhost', 'db.localhost', '127.0.0.1', '[::1]']) {
      expect(serverAt('REDIS_URL', `rediss://${host}/`)).not.toHaveProperty('tls');
    }
    for (const host of ['db.internal', 'localhost.evil.example', DISGUISED, 'LOCALHOST.']) {
      expect(serverAt('DATABASE_URL', `mysql://isa:isa@${host}/isa`)).toMatchObject({ tls: {} });
    }
  });

  it.each([
    ['mysql://isa:isa@10.1.2.3/isa', 'IP address'],
    ['mysql://isa:isa@[fd00::3]/isa', 'IP address'],
    ['mysql://isa:isa@db.internal/isa?ssl={"rejectUnauthorized":false}', 'the unknown option ssl'],
    ['mysql://isa:isa@db.internal/isa?ca=/nowhere.pem', '/nowhere.pem, which cannot be read'],
  ])('%s is refused', (address, reason) => {
    expect(() => serverAt('DATABASE_URL', address)).toThrow(ConfigurationError);
    expect(() => serverAt('DATABASE_URL', address)).toThrow(reason);
  });
});

const mariaDb = findMariaDb();
describeWithProgram('mariadbd', mariaDb?.server)('the database', () => {
  /** The cipher of a connection to a server with this certificate, or the message of the error. */
  async function cipherOf({ certificate, key }: Certificate, host: string, query: string) {
    if (!mariaDb) throw new Error('There is no MariaDB.');
    const server = await startMariaDb(mariaDb, [`--ssl-cert=${certificate}`, `--ssl-key=${key}`]);
    try {
      const url = new URL(server.url);
      const databaseUrl = `mariadb://isa:isa@${host}:${url.port}/mysql${query}`;
      const db = await createDataSource({ databaseUrl, dataFolder: '' }).initialize();
      const [row] = await db.query<{ Value: string }[]>("SHOW STATUS LIKE 'Ssl_cipher'");
      await db.destroy();
      return row?.Value;
    } catch (error) {
      return String(error);
    } finally {
      await server.stop();
    }
  }

  it('is reached with TLS when its authority is named, and only with the right certificate', async () => {
    const query = `?ca=${own.certificate}`;
    expect(await cipherOf(own, NAME, query)).toMatch(/^TLS_/);
    expect(await cipherOf(others, NAME, query)).toMatch(/self.signed|certificate|signature/i);
    expect(await cipherOf(misnamed, NAME, `?ca=${misnamed.certificate}`)).toContain('another.example');
    expect(await cipherOf(own, DISGUISED, '')).toMatch(/self.signed/);
  });
});

describeWithRedis()('Redis', () => {
  /** Whether a server with this certificate answers, or the message of the warning. */
  async function answerOf({ certificate, key }: Certificate, query: string) {
    const server = await startRedis([
      ...['--tls-cert-file', certificate, '--tls-key-file', key],
      ...['--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no'],
    ]);
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const { port } = new URL(server.url);
    const shared = openRedisClient(`rediss://${NAME}:${port}/${query}`, 'a secret', log, 10_000);
    try {
      while (shared.redis.status !== 'ready' && lines.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return lines.join('') || (await shared.redis.ping());
    } finally {
      shared.close();
      await server.stop();
    }
  }

  it('is reached with TLS, and only with the right certificate', async () => {
    const query = `?ca=${own.certificate}`;
    expect(await answerOf(own, query)).toBe('PONG');
    expect(await answerOf(others, query)).toMatch(/self.signed|certificate|signature/i);
    expect(await answerOf(misnamed, `?ca=${misnamed.certificate}`)).toContain('another.example');
  });
});

describe('a mail server', () => {
  it('gets neither a password nor a mail before TLS has started, unless it is on this machine', async () => {
    const heard: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ password }, _session, done) {
        heard.push(password ?? '');
        done(null, { user: 'isa' });
      },
    });
    const listener = server.listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    const address = listener.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      const verify = (host: string) =>
        createTransport(smtpServer(`smtp://isa:secret@${host}:${port}`)).verify();
      await expect(verify(DISGUISED)).rejects.toThrow(/STARTTLS|TLS/);
      expect(heard).toEqual([]);
      await expect(verify('127.0.0.1')).resolves.toBe(true);
    } finally {
      await new Promise<void>((resolve) => server.close(resolve));
    }
  });
});

describe('the API', () => {
  it('answers with TLS, even to requests that Node itself refuses', async () => {
    const env = readEnv({
      ...{ ...liveEnvironment, DATA_FOLDER: testFolder(), API_HOST: '0.0.0.0' },
      ...{ TLS_CERTIFICATE: own.certificate, TLS_KEY: own.key },
    });
    const app = new Koa<ApiState>();
    app.use((ctx) => void (ctx.body = 'ready'));
    const { port } = await serve(createHttpServer(app, 'problem', env.certificate));
    const ask = (headers: Readonly<Record<string, string>> = {}) =>
      new Promise<string>((resolve, reject) => {
        get(`https://${NAME}:${port}/`, { ca: own.cert, headers }, (response) => {
          response
            .setEncoding('utf8')
            .once('data', (text: string) => resolve(`${response.statusCode} ${text}`));
        }).once('error', reject);
      });
    expect(await ask()).toBe('200 ready');
    expect(await ask({ cookie: 'x'.repeat(40_000) })).toMatch(/^431 .*headers-too-large/);
  });

  it('refuses in production to listen for other machines without TLS', () => {
    const read = (further: Readonly<Record<string, string>>) =>
      readEnv({ ...liveEnvironment, DATA_FOLDER: testFolder(), ...further });
    expect(() => read({ API_HOST: '0.0.0.0' })).toThrow('set TLS_CERTIFICATE and TLS_KEY');
    expect(() => read({ API_HOST: '::' })).toThrow('set TLS_CERTIFICATE and TLS_KEY');
    const unreadable = path.join(testFolder(), 'missing.pem');
    expect(() => read({ TLS_CERTIFICATE: unreadable, TLS_KEY: own.key })).toThrow('cannot be read');
    expect(read({}).certificate).toBeUndefined();
  });
});

it('the programs that back up a database get its certificate authority', async () => {
  const authority = path.join(testFolder(), 'ca.pem');
  writeFileSync(authority, own.cert);
  const options = await withClientOptions(
    `mariadb://isa:isa@db.internal/isa?ca=${authority}`,
    async (option) => {
      const text = await readFile(option.replace('--defaults-file=', ''), 'utf8');
      const [, file = ''] = /^ssl-ca=(.+)$/m.exec(text) ?? [];
      return { text, authorities: await readFile(file, 'utf8') };
    },
  );
  expect(options.text).toContain('ssl-verify-server-cert');
  expect(options.authorities).toBe(own.cert);
});
