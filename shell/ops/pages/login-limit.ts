import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface LoginLimit {
  /** Counts one attempt. @returns seconds to wait, or 0 when it may be made. */
  attempt(address: string): Promise<number>;
  /** Whoever knew the token has not been guessing. */
  forget(address: string): Promise<void>;
}

/**
 * Guessing a token of 32 characters is hopeless; this says so early. There is no limit over all addresses, by which
 * anybody could lock the operators out.
 */
export function createLoginLimit(): LoginLimit {
  const perAddress = new RateLimiterMemory({ points: 5, duration: 60 });
  return {
    async attempt(address) {
      try {
        await perAddress.consume(address);
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

/** The visitor's address: what a proxy on this very machine, such as nginx, has seen; else who is connected. */
export function addressOf({ headers, socket }: IncomingMessage): string {
  const { remoteAddress = 'unknown' } = socket;
  const isOwn = /^(?:127\.|::1$|::ffff:127\.)/.test(remoteAddress);
  // A proxy adds to the end; what stands before may be anything that a visitor wrote.
  const seen = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return isOwn && seen ? seen : remoteAddress;
}
