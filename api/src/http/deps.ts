import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { Pools } from '../database/data-source';
import type { BackgroundTasks } from '../platform/jobs';
import type { Env } from '../platform/env';
import type { SecurityLog } from '../platform/security-log';
import type { RedisClient } from '../platform/redis-client';
import type { Limits } from './limits';
import type { ResponseCache } from './response-cache';

/** What every feature can use. Features add their own services to it. */
export interface CoreDeps {
  readonly env: Env;
  /** What all processes share besides the database, if Redis is configured. */
  readonly shared: RedisClient | undefined;
  readonly log: Logger;
  readonly security: SecurityLog;
  /** The pool for everything but money, public reads and jobs. */
  readonly db: DataSource;
  readonly pools: Pools;
  readonly limits: Limits;
  readonly background: BackgroundTasks;
  readonly responseCache: ResponseCache;
  readonly now: () => Date;
  readonly stopping: AbortSignal;
}
