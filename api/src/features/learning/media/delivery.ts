import path from 'node:path';
import type { Env } from '../../../env';
import type { ApiContext } from '../../../http/context';
import { ProblemError, required } from '../../../http/problem-error';
import type { MediaFile, MediaLibrary } from './library';
import { presign, type Storage } from './presign';
import { sendFile } from './send-file';

/** Time in which a presigned URL must be opened; a running download continues afterwards. */
const PRESIGNED_SECONDS = 15 * 60;

/** A player has one or two open requests, a household's three devices about six, a download tool dozens. */
const MAX_OPEN_STREAMS = 8;
const RETRY_SECONDS = 5;

/** Sends the bytes of a video to an authorised client. */
export interface Delivery {
  /** @throws ProblemError `not-found`, `range-not-satisfiable`, `too-many-requests` */
  video(ctx: ApiContext, lessonId: number, userId: number): Promise<void>;
  /** Trailers are public. @throws ProblemError `not-found`, `range-not-satisfiable` */
  trailer(ctx: ApiContext, lessonId: number): Promise<void>;
}

/** The configured way of delivery (`VIDEO_DELIVERY`). */
export function createDelivery({ delivery }: Pick<Env, 'delivery'>, library: MediaLibrary): Delivery {
  switch (delivery.by) {
    case 'api':
      return fromDisk(library);
    case 'nginx':
      return throughNginx(library);
    case 's3':
      return { ...fromDisk(library), video: fromStorage(delivery.storage) };
  }
}

/** This process reads the file and writes it to the client, with a limit of concurrent streams for each customer. */
function fromDisk(library: MediaLibrary): Delivery {
  const streams = new Map<number, number>();
  return {
    async video(ctx, lessonId, userId) {
      const file = required(await library.video(lessonId));
      const open = streams.get(userId) ?? 0;
      if (open >= MAX_OPEN_STREAMS) {
        throw new ProblemError('too-many-requests', { retryAfterSeconds: RETRY_SECONDS });
      }
      streams.set(userId, open + 1);
      try {
        await sendFile(ctx, file);
      } finally {
        const left = (streams.get(userId) ?? 1) - 1;
        if (left > 0) streams.set(userId, left);
        else streams.delete(userId);
      }
    },
    async trailer(ctx, lessonId) {
      await sendFile(ctx, required(await library.trailer(lessonId)));
    },
  };
}

/** nginx reads the file that this process names (`X-Accel-Redirect`); `api/nginx` configures it and the stream cap. */
function throughNginx(library: MediaLibrary): Delivery {
  return {
    async video(ctx, lessonId, userId) {
      redirectNginx(ctx, required(await library.video(lessonId)));
      ctx.set('X-Stream-Owner', String(userId));
    },
    async trailer(ctx, lessonId) {
      redirectNginx(ctx, required(await library.trailer(lessonId)));
    },
  };
}

function redirectNginx(ctx: ApiContext, { origin, path: file }: MediaFile): void {
  ctx.set('X-Accel-Redirect', `/_media/${origin}/${path.basename(file)}`);
  ctx.body = '';
  ctx.type = 'video/mp4';
}

/** Redirects the client to a presigned URL of the storage. */
function fromStorage(storage: Storage): Delivery['video'] {
  return async (ctx, lessonId) => {
    const { method } = ctx;
    const url = await presign(storage, `${lessonId}.mp4`, { method, seconds: PRESIGNED_SECONDS });
    ctx.status = 302;
    ctx.set({ Location: url, 'Cache-Control': 'no-store' });
    ctx.body = '';
  };
}
