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
  const modified = file.modifiedAt.toUTCString();
  ctx.set({
    ETag: file.etag,
    'Content-Type': 'video/mp4',
    'Accept-Ranges': 'bytes',
    'Last-Modified': modified,
  });
  // A suffix that is longer than the file means all of it (RFC 9110 §14.1.2); the library finds it invalid.
  const suffix = /^bytes=-(\d+)$/.exec(req.headers.range ?? '')?.[1];
  if (suffix !== undefined && Number(suffix) > file.size) req.headers.range = 'bytes=0-';
  // The library would also accept a weak tag or a later date, and mix two versions (RFC 9110 §13.1.5).
  const acceptRanges = ['', file.etag, modified].includes(ctx.get('If-Range'));
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
        acceptRanges,
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
    const status =
      typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
    for (const name of ['ETag', 'Last-Modified', 'Content-Range', 'Content-Length']) ctx.remove(name);
    if (status === 404) throw new ProblemError('not-found', { cause: error });
    if (status !== 416) throw error;
    ctx.set('Content-Range', `bytes */${file.size}`);
    throw new ProblemError('range-not-satisfiable', { cause: error });
  }
}
