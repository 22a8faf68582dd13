import send from 'send';
import type { ApiContext } from '../../../http/context';
import { ProblemError } from '../../../http/problem-error';
import type { MediaFile } from './library';

/**
 * Responds with a file or a range of it (RFC 9110 §§13, 14). Resolves when the last byte was sent or the
 * client has disconnected.
 * @throws ProblemError `range-not-satisfiable`, `not-found`
 */
export async function sendFile(ctx: ApiContext, file: MediaFile): Promise<void> {
  const { req, res } = ctx;
  ctx.set({
    ETag: file.etag,
    'Content-Type': 'video/mp4',
    'Accept-Ranges': 'bytes',
    'Last-Modified': file.modifiedAt.toUTCString(),
  });
  useWholeFile(req, file);
  // The response does not go through Koa, which would send the whole file or leave it open when the client
  // disconnects.
  ctx.status = 200;
  ctx.respond = false;
  // A response that was closed while we waited for a slot emits no further event.
  if (res.destroyed) return;
  try {
    await new Promise<void>((resolve, reject) => {
      res.once('close', resolve);
      send(req, encodeURI(file.path), {
        acceptRanges: wantsRange(ctx, file),
        cacheControl: false,
        etag: false,
        lastModified: false,
        dotfiles: 'allow',
      })
        .on('error', reject)
        .pipe(res);
    });
  } catch (error) {
    ctx.respond = true;
    throw refusal(ctx, error, file);
  }
}

/** A suffix that is longer than the file means all of it (RFC 9110 §14.1.2); the library finds it invalid. */
function useWholeFile({ headers }: ApiContext['req'], { size }: MediaFile): void {
  const suffix = /^bytes=-(\d+)$/.exec(headers.range ?? '')?.[1];
  if (suffix !== undefined && Number(suffix) > size) headers.range = 'bytes=0-';
}

/** The library would also accept a weak tag or a later date, and mix two versions (RFC 9110 §13.1.5). */
function wantsRange(ctx: ApiContext, file: MediaFile): boolean {
  const condition = ctx.get('If-Range');
  return condition === '' || condition === file.etag || condition === file.modifiedAt.toUTCString();
}

function refusal(ctx: ApiContext, error: unknown, file: MediaFile): unknown {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  for (const name of ['ETag', 'Last-Modified', 'Content-Range', 'Content-Length']) ctx.remove(name);
  if (status === 416) {
    ctx.set('Content-Range', `bytes */${file.size}`);
    return new ProblemError('range-not-satisfiable', { cause: error });
  }
  return status === 404 ? new ProblemError('not-found', { cause: error }) : error;
}
