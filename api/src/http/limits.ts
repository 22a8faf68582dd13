import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiContext, ApiMiddleware } from './context';
import { ProblemError } from './problem-error';

export interface Allowance {
  /** Names the counter; two routes with one name share it. */
  readonly name: string;
  readonly attempts: number;
  readonly seconds: number;
}

/** Counts attempts and refuses what goes beyond. One process, one memory. */
export interface Limits {
  /** Per network address; for IPv6 per /64, since that is what one household has. */
  perAddress(allowance: Allowance): ApiMiddleware;
  /**
   * Counts one attempt against a key, such as an account.
   * @throws ProblemError `too-many-requests`
   */
  count(allowance: Allowance, key: string): Promise<void>;
  /** Counts one attempt against a key and says whether it is within the allowance. */
  allows(allowance: Allowance, key: string): Promise<boolean>;
  /** Takes back what was counted against a key. */
  forgive(allowance: Allowance, key: string): Promise<void>;
}

/** @param generosity multiplies every allowance: 1 in production, more where one machine plays all visitors. */
export function createLimits(generosity: number): Limits {
  const limiters = new Map<string, RateLimiterMemory>();

  function limiterFor({ name, attempts, seconds }: Allowance): RateLimiterMemory {
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterMemory({
      keyPrefix: name,
      points: Math.ceil(attempts * generosity),
      duration: seconds,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  async function count(allowance: Allowance, key: string): Promise<void> {
    try {
      await limiterFor(allowance).consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new ProblemError('too-many-requests', {
        retryAfterSeconds: Math.max(1, refusal.msBeforeNext / 1000),
      });
    }
  }

  return {
    count,
    allows: (allowance, key) =>
      count(allowance, key).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ProblemError) return false;
          throw error;
        },
      ),
    async forgive(allowance, key) {
      await limiterFor(allowance).delete(key);
    },
    perAddress: (allowance) => async (ctx, next) => {
      await count(allowance, network(ctx));
      await next();
    },
  };
}

function network(ctx: ApiContext): string {
  const address = ctx.ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!address.includes(':')) return address;
  // The first four groups; `::` stands for the groups that are left out.
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return groups.slice(0, 4).join(':');
}
