import path from 'node:path';
import type { Env } from '../../../env';
import type { ApiContext } from '../../../http/context';
import { ProblemError } from '../../../http/problem-error';
import type { MediaFile, MediaLibrary } from './library';
import { presign } from './presign';
import { sendFile } from './send-file';
import { createStreamCap } from './stream-cap';

/** The time in which a presigned address must be opened; a download that has begun goes on. */
const PRESIGNED_SECONDS = 15 * 60;

/** How the bytes of a video get to whoever was found to have a right to them. */
export interface Delivery {
  /** @throws ProblemError `not-found`, `range-not-satisfiable`, `too-many-requests` */
  video(ctx: ApiContext, lessonId: number, userId: number): Promise<void>;
  /** A trailer is for everybody. @throws ProblemError `not-found`, `range-not-satisfiable` */
  trailer(ctx: ApiContext, lessonId: number): Promise<void>;
}

/** The way that the configuration names (`VIDEO_DELIVERY`). */
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

/** This process reads the file and writes it to the client. */
function fromDisk(library: MediaLibrary): Delivery {
  const cap = createStreamCap();
  return {
    async video(ctx, lessonId, userId) {
      const file = found(await library.video(lessonId));
      await cap.during(userId, () => sendFile(ctx, file));
    },
    async trailer(ctx, lessonId) {
      await sendFile(ctx, found(await library.trailer(lessonId)));
    },
  };
}

/**
 * nginx in front reads the file; this process only says which (`X-Accel-Redirect`). The locations and the
 * stream cap are those of `api/nginx`.
 */
function throughNginx(library: MediaLibrary): Delivery {
  return {
    async video(ctx, lessonId, userId) {
      pointNginxTo(ctx, found(await library.video(lessonId)));
      ctx.set('X-Stream-Owner', String(userId));
    },
    async trailer(ctx, lessonId) {
      pointNginxTo(ctx, found(await library.trailer(lessonId)));
    },
  };
}

function pointNginxTo(ctx: ApiContext, { origin, path: file }: MediaFile): void {
  ctx.set('X-Accel-Redirect', `/_media/${origin}/${path.basename(file)}`);
  ctx.body = '';
  ctx.type = 'video/mp4';
}

/** The client fetches from the storage, at an address that is signed for it and for a while. */
function fromStorage(storage: Parameters<typeof presign>[0]): Delivery['video'] {
  return async (ctx, lessonId) => {
    const { method } = ctx;
    const address = await presign(storage, `${lessonId}.mp4`, { method, seconds: PRESIGNED_SECONDS });
    ctx.status = 302;
    ctx.set({ Location: address, 'Cache-Control': 'no-store' });
    ctx.body = '';
  };
}

function found(file: MediaFile | undefined): MediaFile {
  if (!file) throw new ProblemError('not-found');
  return file;
}
