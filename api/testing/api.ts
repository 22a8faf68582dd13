import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Call, type CallRequest, type Problem, urlOf } from '@isa/api-contract';
import { createApp } from '../src/roles/web';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../src/database/data-source';
import { createPasswords, type Passwords } from '../src/features/accounts/passwords';
import { OutboxMails } from '../src/database/entities';
import { type Deps, openDeps } from '../src/roles/deps';
import { readEnv } from '../src/platform/env';
import { closeServer } from '@isa/api-contract/close-server';
import { createHttpServer } from '../src/http/server';
import { atEnd } from './at-end';
import { createDatabaseAccounts, createTestDatabase, type DatabaseRole } from './database';
import { serve } from './test-server';

export interface TestCallOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TypedResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The real API, listening on a port of its own, on a fresh database. */
export type TestApi = Awaited<ReturnType<typeof startApi>>;

interface Options {
  /** Environment variables beyond the tests' own. */
  readonly env?: Readonly<Record<string, string>>;
  /** The address of another database server than the suite's. */
  readonly databaseServer?: string | undefined;
  /**
   * Whether on a server the API has only the rights of its role, and what the tests prepare has all. They cannot replace
   * functions of its connections then.
   */
  readonly hasAccounts?: boolean;
  /** Whether the catalogue is inserted. */
  readonly seeded?: boolean;
  /** Replaces dependencies, such as the payment provider. */
  readonly replace?: (deps: Deps) => Partial<Deps>;
}

const BCRYPT_COST = '4';
let hashing: Passwords | undefined;

/** The APIs of a file share the threads that hash: starting one takes as long as a test. */
function sharedPasswords(): Passwords {
  if (!hashing) {
    hashing = createPasswords(Number(BCRYPT_COST));
    atEnd(hashing.close);
  }
  return { ...hashing, close: async () => undefined };
}

/** Starts the API until the tests of the file have ended: `const api = await startApi({ seeded: true })`. */
export async function startApi({
  env: variables = {},
  seeded = false,
  databaseServer,
  hasAccounts = false,
  replace,
}: Options = {}) {
  const database = await createTestDatabase({ seeded, server: databaseServer });
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    BCRYPT_COST,
    RATE_LIMIT_FACTOR: '1000',
    DATA_FOLDER: database.where.dataFolder,
    SECURITY_LOG: path.join(database.where.dataFolder, 'security.log'),
    DATABASE_URL: database.where.databaseUrl,
    ...variables,
  });
  const accountFor =
    hasAccounts && env.databaseUrl ? await createDatabaseAccounts(env.databaseUrl) : undefined;
  const passwords = variables['BCRYPT_COST'] === undefined ? sharedPasswords() : undefined;
  const databaseUrl = accountFor?.('web') ?? env.databaseUrl;
  const open = await openDeps({ ...env, databaseUrl }, { now, ...(passwords && { passwords }) });
  const served: Deps = { ...open.deps, env, ...replace?.(open.deps) };
  const opened: DataSource[] = [];
  async function connectedWith(databaseUrl: string | undefined): Promise<Deps> {
    if (databaseUrl === undefined) return served;
    const db = await createDataSource({ ...env, databaseUrl }).initialize();
    opened.push(db);
    return { ...served, db, pools: { customers: db, money: db, jobs: db, public: db, probe: db } };
  }
  const deps = await connectedWith(accountFor && env.databaseUrl);
  const server = createHttpServer(createApp(served));
  const { origin: url } = await serve(server);

  async function send<Body>(
    call: Call<never, unknown>,
    input: CallRequest,
    options: TestCallOptions,
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
    /** The same with the rights that another role has on the database. */
    depsOf: (role: DatabaseRole) => connectedWith(accountFor?.(role)),
    /** Advances the API's clock. */
    advance: (milliseconds: number) => void (offset += milliseconds),
    /** A raw request; `body` is sent unchanged. */
    fetch: (path: string, init?: RequestInit) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
    /** Makes a call that must succeed. @throws Error with the problem when it does not. */
    async call<I extends CallRequest, O>(call: Call<I, O>, input: NoInfer<I>, options: TestCallOptions = {}) {
      const response = await send<O>(call, input, options);
      if (response.status >= 300) throw new Error(`${call.path}: ${JSON.stringify(response.body)}`);
      return response;
    },
    /** Makes a call that must fail, with any input. @throws Error when it succeeds. */
    async refuse(call: Call<never, unknown>, input: CallRequest, options: TestCallOptions = {}) {
      const response = await send<Problem>(call, input, options);
      if (response.status < 400) throw new Error(`${call.path} succeeded: ${JSON.stringify(response.body)}`);
      return response;
    },
    /** Mails in the outbox, oldest first. */
    async mails(recipient?: string) {
      await deps.background.settled();
      return deps.db.getRepository(OutboxMails).find({
        ...(recipient === undefined ? {} : { where: { recipient } }),
        order: { id: 'ASC' },
      });
    },
    /** The lines of the security log. */
    async securityEvents() {
      await deps.background.settled();
      const lines = (await readFile(env.securityLog ?? '', 'utf8')).split('\n').filter(Boolean);
      return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    },
    close: atEnd(async () => {
      await closeServer(server, 0);
      await open.close();
      await Promise.all(opened.map((db) => db.destroy()));
      await database.close();
    }),
  };
}
