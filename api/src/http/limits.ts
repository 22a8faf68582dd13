import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiContext, ApiMiddleware } from './context';
import { ProblemError } from './problem-error';

export interface RateLimit {
  /** Names the counter; routes with the same name share it. */
  readonly name: string;
  readonly attempts: number;
  readonly seconds: number;
}

/** Rate limits, counted in this process's memory. @param factor multiplies every limit. */
export function createLimits(factor: number) {
  const limiters = new Map<string, RateLimiterMemory>();

  function limiterFor({ name, attempts, seconds }: RateLimit): RateLimiterMemory {
    const existing = limiters.get(name);
    if (existing) return existing;
    const limiter = new RateLimiterMemory({
      keyPrefix: name,
      points: Math.ceil(attempts * factor),
      duration: seconds,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  /** Counts one attempt for a key, such as an account. @throws ProblemError `too-many-requests` */
  async function consume(limit: RateLimit, key: string): Promise<void> {
    try {
      await limiterFor(limit).consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new ProblemError('too-many-requests', {
        retryAfterSeconds: Math.max(1, error.msBeforeNext / 1000),
      });
    }
  }

  return {
    consume,
    /** Counts one attempt for a key. @returns false when it exceeds the limit. */
    tryConsume: (limit: RateLimit, key: string): Promise<boolean> =>
      consume(limit, key).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ProblemError) return false;
          throw error;
        },
      ),
    /** Resets the counter of a key. */
    async reset(limit: RateLimit, key: string): Promise<void> {
      await limiterFor(limit).delete(key);
    },
    /** Limits requests by client network: the IPv4 address, or the /64 of IPv6, which one household has. */
    perAddress:
      (limit: RateLimit): ApiMiddleware =>
      async (ctx, next) => {
        await consume(limit, network(ctx));
        await next();
      },
  };
}

function network(ctx: ApiContext): string {
  const address = ctx.ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!address.includes(':')) return address;
  // The first four of eight groups; `::` stands for omitted zero groups.
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return groups.slice(0, 4).join(':');
}
