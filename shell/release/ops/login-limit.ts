import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface LoginLimit {
  /** Counts one attempt. @returns seconds to wait, or 0 when it may be made. */
  attempt(address: string): Promise<number>;
  /** Whoever knew the token has not been guessing. */
  forget(address: string): Promise<void>;
}

/** Guessing a token of 32 characters is hopeless; this keeps the log and the process calm. */
export function createLoginLimit(): LoginLimit {
  const perAddress = new RateLimiterMemory({ points: 5, duration: 60 });
  const together = new RateLimiterMemory({ points: 60, duration: 60 });
  return {
    async attempt(address) {
      try {
        await perAddress.consume(address);
        await together.consume('all');
        return 0;
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.ceil(error.msBeforeNext / 1000);
        throw error;
      }
    },
    async forget(address) {
      await perAddress.delete(address);
    },
  };
}

/**
 * The visitor's address. What stands in `X-Forwarded-For` is believed as far as our own proxies wrote it.
 * @param proxies how many of them stand before this process.
 */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim());
  const believed = proxies > 0 ? forwarded.at(-proxies) : undefined;
  return believed || (request.socket.remoteAddress ?? 'unknown');
}
