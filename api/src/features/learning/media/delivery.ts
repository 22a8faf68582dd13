import path from 'node:path';
import type { AccountDeps } from '../../accounts/deps';
import type { ApiContext } from '../../../http/context';
import { ProblemError, required } from '../../../http/problem-error';
import type { MediaFile, MediaLibrary } from './library';
import { presign } from './presign';
import { sendFile } from './send-file';
import { createStreamSlots, shareStreamSlots } from './stream-slots';

/** Time in which a presigned URL must be opened; a running download continues afterwards. */
const PRESIGNED_SECONDS = 15 * 60;

const RETRY_SECONDS = 5;

/** Sends videos by what the configuration names, and trailers by this process unless nginx is in front. */
export function createDelivery(
  { env: { delivery }, shared }: Pick<AccountDeps, 'env' | 'shared'>,
  library: MediaLibrary,
) {
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
    async video(ctx: ApiContext, lessonId: number, userId: number): Promise<void> {
      if (delivery.by === 's3') {
        const options = { method: ctx.method, seconds: PRESIGNED_SECONDS };
        const url = await presign(delivery.storage, `${lessonId}.mp4`, options);
        ctx.status = 302;
        ctx.set({ Location: url, 'Cache-Control': 'no-store' });
        ctx.body = '';
        return;
      }
      const file = required(await library.video(lessonId));
      if (delivery.by === 'api') return stream(ctx, file, userId);
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

/** nginx reads the file that this process names (`X-Accel-Redirect`); `api/nginx` configures it and the stream cap. */
function redirectNginx(ctx: ApiContext, { origin, path: file }: MediaFile): void {
  ctx.set('X-Accel-Redirect', `/_media/${origin}/${path.basename(file)}`);
  ctx.body = '';
  ctx.type = 'video/mp4';
}
