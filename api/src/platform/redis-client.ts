import { createHmac } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { serverAt } from './tls';

/** How long a request waits for Redis, in milliseconds, before this process's memory takes over. */
const ANSWER_MS = 100;
const MAX_RECONNECT_MS = 1_000;

export type RedisClient = ReturnType<typeof openRedisClient>;

/**
 * Connects to Redis in the background. While it is away, commands fail at once, and callers use the memory of
 * their process.
 * @param secret hides what keys are about.
 * @param answerMs how long a command may take before the connection counts as lost.
 */
export function openRedisClient(url: string, secret: string, log: Logger, answerMs = ANSWER_MS) {
  const { address, tls } = serverAt('REDIS_URL', url);
  const redis = new Redis(address, {
    ...(tls && { tls }),
    connectTimeout: 1_000,
    disconnectTimeout: ANSWER_MS,
    // Ends a connection whose server hangs, so that only the first request waits for it.
    socketTimeout: answerMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(MAX_RECONNECT_MS, 25 * 2 ** times),
    // A failover has made this server a replica: connecting again finds the new primary.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
  let lost = false;
  let closing = false;
  let lastError: Error | undefined;
  redis.on('error', (error: Error) => (lastError = error));
  redis.on('close', () => {
    if (lost || closing) return;
    lost = true;
    log.warn({ err: lastError }, 'Redis is lost: limits count in the memory of this process');
  });
  redis.on('ready', () => {
    if (lost) log.info('Redis is back: limits count in all processes together');
    lost = false;
    lastError = undefined;
  });

  return {
    redis,
    isReady: () => redis.status === 'ready',
    /** Replaces personal data in keys. It differs between sites with different secrets. */
    hide: (text: string): string =>
      createHmac('sha256', secret).update(`shared-state:${text}`).digest('base64url'),
    close(): void {
      closing = true;
      redis.disconnect();
    },
  };
}
