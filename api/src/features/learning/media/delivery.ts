import path from 'node:path';
import type { AccountDeps } from '../../accounts/deps';
import type { ApiContext } from '../../../http/context';
import { ProblemError, required } from '../../../http/problem-error';
import type { MediaFile, MediaLibrary } from './library';
import { presign, type Storage } from './presign';
import { sendFile } from './send-file';
import { createStreamSlots, shareStreamSlots, type StreamSlots } from './stream-slots';

/** Time in which a presigned URL must be opened; a running download continues afterwards. */
const PRESIGNED_SECONDS = 15 * 60;

const RETRY_SECONDS = 5;

export interface Delivery {
  /** @throws ProblemError `not-found`, `range-not-satisfiable`, `too-many-requests` */
  video(ctx: ApiContext, lessonId: number, userId: number): Promise<void>;
  /** Sends a trailer, which is public. @throws ProblemError `not-found`, `range-not-satisfiable` */
  trailer(ctx: ApiContext, lessonId: number): Promise<void>;
}

export function createDelivery(
  { env, shared }: Pick<AccountDeps, 'env' | 'shared'>,
  library: MediaLibrary,
): Delivery {
  const { delivery } = env;
  const slots = createStreamSlots();
  const fromThisProcess = fromDisk(library, shared ? shareStreamSlots(shared, slots) : slots);
  switch (delivery.by) {
    case 'api':
      return fromThisProcess;
    case 'nginx':
      return throughNginx(library);
    case 's3':
      return { ...fromThisProcess, video: fromStorage(delivery.storage) };
  }
}

/** This process reads the file and writes it to the client, with a limit of concurrent streams for each customer. */
function fromDisk(library: MediaLibrary, slots: StreamSlots): Delivery {
  return {
    async video(ctx, lessonId, userId) {
      const file = required(await library.video(lessonId));
      const end = await slots.take(userId);
      if (!end) throw new ProblemError('too-many-requests', { retryAfterSeconds: RETRY_SECONDS });
      try {
        await sendFile(ctx, file);
      } finally {
        await end();
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
