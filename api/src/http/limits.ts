import { addressPrefixes } from '@isa/api-contract/security-events';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { SecurityLog } from '../platform/security-log';
import type { RedisClient } from '../platform/redis-client';
import { type ApiContext, type ApiMiddleware, currentRequest } from './context';
import { ProblemError } from './problem-error';

export interface RateLimit {
  /** Names the counter; routes with the same name share it. */
  readonly name: string;
  readonly attempts: number;
  readonly seconds: number;
}

/** How many times the limit a wider network gets, because it may contain several households. */
const WIDE_FACTOR = 4;

export type Limits = ReturnType<typeof createLimits>;
type Limiter = RateLimiterMemory | RateLimiterRedis;

/**
 * Rate limits in Redis, or else in this process's memory.
 * @param factor multiplies every limit.
 * @param onRejected gets the name of the limit.
 */
export function createLimits(
  factor: number,
  security: SecurityLog,
  shared?: RedisClient,
  onRejected: (limit: string) => void = () => undefined,
) {
  const limiters = new Map<string, Limiter>();

  function limiterFor({ name, attempts, seconds }: RateLimit): Limiter {
    const existing = limiters.get(name);
    if (existing) return existing;
    const options = { keyPrefix: name, points: Math.ceil(attempts * factor), duration: seconds };
    const memory = new RateLimiterMemory(options);
    const limiter = shared
      ? new RateLimiterRedis({
          ...options,
          keyPrefix: `isa:limit:${name}`,
          storeClient: shared.redis,
          insuranceLimiter: memory,
          rejectIfRedisNotReady: true,
        })
      : memory;
    limiters.set(name, limiter);
    return limiter;
  }

  const keyOf = (key: string) => shared?.hide(key) ?? key;

  /** Counts one attempt. @returns its rejection, when it exceeds the limit. */
  async function count(limit: RateLimit, key: string): Promise<RateLimiterRes | undefined> {
    try {
      await limiterFor(limit).consume(keyOf(key));
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      onRejected(limit.name);
      return error;
    }
  }

  /**
   * Counts one attempt for a key.
   * @returns a function that takes it back.
   * @throws ProblemError `too-many-requests`
   */
  async function consume(limit: RateLimit, key: string): Promise<() => Promise<void>> {
    const limiter = limiterFor(limit);
    const rejection = await count(limit, key);
    if (!rejection) return async () => void (await limiter.reward(keyOf(key)));
    // Only the first rejection of a period is recorded, so that a flood does not fill the log.
    if (rejection.consumedPoints === limiter.points + 1) {
      const account = currentRequest.getStore()?.state.visitor?.userId ?? null;
      security.write({ event: 'limit-reached', result: 'refused', account, limit: limit.name });
    }
    throw new ProblemError('too-many-requests', {
      retryAfterSeconds: Math.max(1, rejection.msBeforeNext / 1000),
    });
  }

  /** Counts one request of the client's networks, as `consume`. */
  async function consumeAddress(limit: RateLimit, ctx: ApiContext): Promise<() => Promise<void>> {
    const [narrow, wide] = addressPrefixes(ctx.ip);
    const undo = await consume(limit, narrow);
    if (wide === undefined) return undo;
    const wideLimit = { ...limit, name: `${limit.name}-wide`, attempts: limit.attempts * WIDE_FACTOR };
    const undoWide = await consume(wideLimit, wide);
    return async () => void (await Promise.all([undo(), undoWide()]));
  }

  /** Runs the work of a counted attempt, and takes the attempt back when we were too busy to try it. */
  async function runCounted<Result>(undo: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProblemError && error.id === 'busy') await undo();
      throw error;
    }
  }

  return {
    consume,
    consumeAddress,
    runCounted,
    tryConsume: async (limit: RateLimit, key: string): Promise<boolean> =>
      (await count(limit, key)) === undefined,
    perAddress:
      (limit: RateLimit): ApiMiddleware =>
      async (ctx, next) => {
        await runCounted(await consumeAddress(limit, ctx), next);
      },
  };
}
