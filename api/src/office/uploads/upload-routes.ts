import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type ApiRouter, createRouter } from '../../http/context';
import { ProblemError } from '../../http/problem-error';
import { PIECE_BYTES, type Uploads } from './uploads';

const placeSchema = z.object({ at: z.coerce.number<string>().int().min(0) });

/** Where the office's script sends the pieces of a file. The form that follows says what the file is for. */
export function uploadRouter(uploads: Uploads): ApiRouter {
  const router = createRouter();
  router.put('/uploads/:id', async (ctx) => {
    const place = placeSchema.safeParse(ctx.query);
    const length = Number(ctx.get('Content-Length'));
    if (!place.success || !ctx.is('application/octet-stream')) throw new ProblemError('invalid-request');
    if (!(length > 0 && length <= PIECE_BYTES)) throw new ProblemError('too-large');
    await uploads.write(ctx.params['id'] ?? '', place.data.at, await buffer(ctx.req));
    ctx.status = 204;
  });
  return router;
}
