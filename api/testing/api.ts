import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Call, type CallRequest, type Problem, urlOf } from '@isa/api-contract';
import { catalogue } from '../content';
import { createApp } from '../src/roles/web';
import { type OutboxMail, OutboxMails } from '../src/database/entities';
import { seed } from '../src/database/content';
import { type Deps, openDeps } from '../src/roles/deps';
import { readEnv } from '../src/platform/env';
import { closeServer, createHttpServer } from '../src/http/server';
import { atEnd } from './at-end';
import { openTestDatabase } from './database';

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

interface TypedResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The real API, listening on a port of its own, on a fresh database. */
export interface TestApi {
  readonly url: string;
  readonly deps: Deps;
  /** Advances the API's clock. */
  advance(milliseconds: number): void;
  /** A raw request; `body` is sent unchanged. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Makes a call that must succeed. @throws Error with the problem when it does not. */
  call<I extends CallRequest, O>(
    call: Call<I, O>,
    input: NoInfer<I>,
    options?: RequestOptions,
  ): Promise<TypedResponse<O>>;
  /** Makes a call that must fail, with any input. @throws Error when it succeeds. */
  refuse(
    call: Call<never, unknown>,
    input: CallRequest,
    options?: RequestOptions,
  ): Promise<TypedResponse<Problem>>;
  /** The lines of the security log. */
  securityEvents(): Promise<Readonly<Record<string, unknown>>[]>;
  /** Mails in the outbox, oldest first. */
  mails(recipient?: string): Promise<OutboxMail[]>;
  close(): Promise<void>;
}

interface Options {
  /** Environment variables beyond the tests' own. */
  readonly env?: Readonly<Record<string, string>>;
  /** The address of another database server than the suite's. */
  readonly databaseServer?: string | undefined;
  /** Whether the catalogue is inserted. */
  readonly seeded?: boolean;
  /** Replaces dependencies, such as the payment provider. */
  readonly replace?: (deps: Deps) => Partial<Deps>;
}

/** Starts the API until the tests of the file have ended: `const api = await startApi({ seeded: true })`. */
export async function startApi({
  env: variables = {},
  seeded = false,
  databaseServer,
  replace,
}: Options = {}): Promise<TestApi> {
  const database = await openTestDatabase({ server: databaseServer });
  if (seeded) await seed(database.db, catalogue);
  await database.db.destroy();
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    BCRYPT_COST: '4',
    RATE_LIMIT_FACTOR: '1000',
    DATA_FOLDER: database.where.dataFolder,
    SECURITY_LOG: path.join(database.where.dataFolder, 'security.log'),
    DATABASE_URL: database.where.databaseUrl,
    ...variables,
  });
  const open = await openDeps(env, { now });
  const deps = { ...open.deps, ...replace?.(open.deps) };
  const server = createHttpServer(createApp(deps));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The test server has no port.');
  const url = `http://127.0.0.1:${address.port}`;

  async function send<Body>(
    call: Call<never, unknown>,
    input: CallRequest,
    options: RequestOptions,
  ): Promise<TypedResponse<Body>> {
    const response = await fetch(`${url}${urlOf(call.path, input)}`, {
      method: call.method,
      redirect: 'manual',
      headers: {
        ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      // The response is not parsed here, because outside production the API compares every one with its schema.
      body: (text === '' ? undefined : JSON.parse(text)) as Body,
    };
  }

  return {
    url,
    deps,
    advance: (milliseconds) => void (offset += milliseconds),
    fetch: (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
    async call<I extends CallRequest, O>(call: Call<I, O>, input: NoInfer<I>, options: RequestOptions = {}) {
      const response = await send<O>(call, input, options);
      if (response.status >= 300) throw new Error(`${call.path}: ${JSON.stringify(response.body)}`);
      return response;
    },
    async refuse(call, input, options = {}) {
      const response = await send<Problem>(call, input, options);
      if (response.status < 400) throw new Error(`${call.path} succeeded: ${JSON.stringify(response.body)}`);
      return response;
    },
    async mails(recipient) {
      await deps.background.settled();
      return deps.db.getRepository(OutboxMails).find({
        ...(recipient === undefined ? {} : { where: { recipient } }),
        order: { id: 'ASC' },
      });
    },
    async securityEvents() {
      await deps.background.settled();
      const lines = (await readFile(env.securityLog ?? '', 'utf8')).split('\n').filter(Boolean);
      return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    },
    close: atEnd(async () => {
      await closeServer(server, 0);
      await open.close();
      await database.close();
    }),
  };
}
