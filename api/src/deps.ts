import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { createDataSource } from './database/data-source';
import type { Env } from './env';
import { createPasswords, type Passwords } from './features/accounts/passwords';
import { createSessions, type SessionService } from './features/accounts/sessions';
import { createLimits, type Limits } from './http/limits';
import { createLog } from './log';

/** What features work with. Handed to each `xxxRoutes(deps)` and each job. */
export interface Deps {
  readonly env: Env;
  readonly log: Logger;
  readonly db: DataSource;
  readonly limits: Limits;
  readonly sessions: SessionService;
  readonly passwords: Passwords;
  /** The current time; tests move it. */
  readonly now: () => Date;
  /** Aborted when the process is asked to stop. */
  readonly stopping: AbortSignal;
}

export interface OpenDeps {
  readonly deps: Deps;
  /** Lets go of connections and threads. */
  close(): Promise<void>;
}

/** Connects everything that the configuration names. */
export async function openDeps(
  env: Env,
  {
    now = () => new Date(),
    stopping = new AbortController().signal,
  }: Partial<Pick<Deps, 'now' | 'stopping'>> = {},
): Promise<OpenDeps> {
  const db = await createDataSource(env).initialize();
  const passwords = createPasswords(env.bcryptCost);
  const deps: Deps = {
    env,
    log: createLog(env.logLevel),
    db,
    limits: createLimits(env.rateLimitFactor),
    sessions: createSessions(db, now),
    passwords,
    now,
    stopping,
  };
  return {
    deps,
    async close() {
      await passwords.close();
      if (db.isInitialized) await db.destroy();
    },
  };
}
