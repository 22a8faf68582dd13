import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { isRecorded, type Lesson } from '@isa/api-contract';
import type { AccountDeps } from '../../accounts/deps';
import type { ApiContext } from '../../../http/context';
import { ProblemError, required } from '../../../http/problem-error';
import type { MediaFile, MediaLibrary } from './library';
import { presign } from './presign';
import { sendFile } from './send-file';
import type { RedisClient } from '../../../platform/redis-client';

/** Time in which a presigned URL must be opened; a running download continues afterwards. */
const PRESIGNED_SECONDS = 15 * 60;

const RETRY_SECONDS = 5;

/** Sends recordings by what the configuration names; clips and trailers by this process unless nginx is in front. */
export function createDelivery({ env: { delivery }, shared }: AccountDeps, library: MediaLibrary) {
  const own = createStreamSlots();
  const slots = shared ? shareStreamSlots(shared, own) : own;

  /** This process reads the file and writes it to the client, with a limit of concurrent streams for each customer. */
  async function stream(ctx: ApiContext, file: MediaFile, userId: number): Promise<void> {
    const end = await slots.take(userId);
    if (!end) throw new ProblemError('too-many-requests', { retryAfterSeconds: RETRY_SECONDS });
    try {
      await sendFile(ctx, file);
    } finally {
      await end();
    }
  }

  return {
    /** @throws ProblemError `not-found`, `range-not-satisfiable`, `too-many-requests` */
    async video(ctx: ApiContext, lesson: Lesson, userId: number): Promise<void> {
      if (delivery.by === 's3' && isRecorded(lesson)) {
        const options = { method: ctx.method, seconds: PRESIGNED_SECONDS };
        const url = await presign(delivery.storage, `${lesson.id}.mp4`, options);
        ctx.status = 302;
        ctx.set({ Location: url, 'Cache-Control': 'no-store' });
        ctx.body = '';
        return;
      }
      const file = required(await library.shown(lesson));
      if (delivery.by !== 'nginx') return stream(ctx, file, userId);
      redirectNginx(ctx, file);
      ctx.set('X-Stream-Owner', String(userId));
    },

    /** Sends a trailer, which is public. @throws ProblemError `not-found`, `range-not-satisfiable` */
    async trailer(ctx: ApiContext, lessonId: number): Promise<void> {
      const file = required(await library.trailer(lessonId));
      if (delivery.by === 'nginx') redirectNginx(ctx, file);
      else await sendFile(ctx, file);
    },
  };
}

/** nginx reads the file that this process names (`X-Accel-Redirect`); `nginx.conf` of the hosting configures it and the stream cap. */
function redirectNginx(ctx: ApiContext, { origin, path: file }: MediaFile): void {
  ctx.set('X-Accel-Redirect', `/_media/${origin}/${path.basename(file)}`);
  ctx.body = '';
  ctx.type = 'video/mp4';
}

/** The open streams of a customer. Three devices need about six, a download tool dozens. */
export const MAX_OPEN_STREAMS = 8;
/** How long Redis counts the streams of a process that was killed; running ones are renewed. */
const LEASE_MS = 60_000;

export interface StreamSlots {
  /** @returns a function that ends the stream, or `undefined` when all slots are taken. */
  take(userId: number): Promise<(() => Promise<void>) | undefined>;
}

export function createStreamSlots(): StreamSlots {
  const streams = new Map<number, number>();
  return {
    async take(userId) {
      const open = streams.get(userId) ?? 0;
      if (open >= MAX_OPEN_STREAMS) return undefined;
      streams.set(userId, open + 1);
      return async () => {
        const left = (streams.get(userId) ?? 1) - 1;
        if (left > 0) streams.set(userId, left);
        else streams.delete(userId);
      };
    },
  };
}

/** KEYS: the customer's streams by the end of their lease. ARGV: id, slots, lease. A stream that has a slot keeps it. */
const TAKE = `
local time = redis.call('time')
local at = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zremrangebyscore', KEYS[1], '-inf', at)
if not redis.call('zscore', KEYS[1], ARGV[1]) and redis.call('zcard', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('zadd', KEYS[1], string.format('%.0f', at + ARGV[3]), ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[3])
return 1`;

/** Slots of all processes together in Redis; while it is away, those of `insurance`. */
export function shareStreamSlots(
  { redis, hide }: RedisClient,
  insurance: StreamSlots,
  leaseMs = LEASE_MS,
): StreamSlots {
  return {
    async take(userId) {
      const key = `isa:streams:${hide(String(userId))}`;
      const id = randomUUID();
      const acquire = () => redis.eval(TAKE, 1, key, id, MAX_OPEN_STREAMS, leaseMs);
      let acquired: unknown;
      try {
        acquired = await acquire();
      } catch {
        return insurance.take(userId);
      }
      if (acquired !== 1) return undefined;
      const renewal = setInterval(() => void acquire().catch(() => undefined), leaseMs / 3).unref();
      return async () => {
        clearInterval(renewal);
        // A server that is away forgets the stream when its lease ends.
        await redis.zrem(key, id).catch(() => undefined);
      };
    },
  };
}
