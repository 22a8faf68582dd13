import { isLessonId } from '@isa/api-contract';
import type { AccountDeps } from '../accounts/deps';
import type { ApiContext, ApiRouter } from '../../http/context';
import { ProblemError, required } from '../../http/problem-error';
import { type RequestToken, TOKEN_COOKIE, tokenOf } from '../../http/session';
import type { Access } from './access';
import type { Delivery } from './media/delivery';
import type { MediaLibrary, TrackKind } from './media/library';
import { isTicket, type Tickets } from './tickets';

/** A browser may cache what it has loaded, but must revalidate its access each time. */
const CACHE_CONTROL = 'private, no-cache';
const TRAILER_CACHE_CONTROL = 'public, max-age=3600';

interface VideoDeps extends Pick<AccountDeps, 'sessions'> {
  readonly access: Access;
  readonly tickets: Tickets;
  readonly library: MediaLibrary;
  readonly delivery: Delivery;
}

/** Videos and their tracks (specification §7) for customers with access, and public trailers. */
export function addVideoRoutes(
  router: ApiRouter,
  { sessions, access, tickets, library, delivery }: VideoDeps,
): void {
  router.get('/api/video/:id.mp4', async (ctx) => {
    const lessonId = lessonIdFrom(ctx.params['id']);
    const userId = await requireAccess(ctx, lessonId, tokenOf(ctx, 'query'));
    ctx.set('Cache-Control', CACHE_CONTROL);
    await delivery.video(ctx, lessonId, userId);
  });

  router.get('/api/trailers/:id.mp4', async (ctx) => {
    ctx.set('Cache-Control', TRAILER_CACHE_CONTROL);
    await delivery.trailer(ctx, lessonIdFrom(ctx.params['id']));
  });

  for (const kind of ['captions', 'chapters'] satisfies TrackKind[]) {
    router.get(`/api/video/:id.${kind}.vtt`, async (ctx) => {
      const lessonId = lessonIdFrom(ctx.params['id']);
      // The specification defines a session token in the query for the video alone; tickets work for both.
      const found = tokenOf(ctx, 'query');
      const isSession = found !== undefined && !found.fromCookie && !isTicket(found.token);
      await requireAccess(ctx, lessonId, isSession ? tokenOf(ctx, 'cookie') : found);
      const text = required(await library.track(lessonId, kind));
      ctx.set('Cache-Control', CACHE_CONTROL);
      ctx.body = text;
      ctx.type = 'text/vtt';
    });
  }

  /** @returns the customer's id. @throws ProblemError `not-signed-in`, `no-access` */
  async function requireAccess(
    ctx: ApiContext,
    lessonId: number,
    found: RequestToken | undefined,
  ): Promise<number> {
    const userId = await authenticate(ctx, lessonId, found?.token ?? '');
    if (userId === undefined) throw new ProblemError('not-signed-in');
    if (!(await access.has(userId))) throw new ProblemError('no-access');
    return userId;
  }

  async function authenticate(ctx: ApiContext, lessonId: number, token: string): Promise<number | undefined> {
    if (!isTicket(token)) return (await sessions.verify(token))?.userId;
    const holder = await tickets.holder(token, lessonId);
    if (holder !== undefined) return holder;
    // A tab that was suspended past its ticket's expiry still uses the old URL: its session cookie suffices.
    const cookie = ctx.cookies.get(TOKEN_COOKIE);
    return cookie === undefined ? undefined : (await sessions.verify(cookie))?.userId;
  }
}

/** @throws ProblemError `not-found` */
function lessonIdFrom(param = ''): number {
  const lessonId = /^\d{4}$/.test(param) ? Number(param) : 0;
  if (!isLessonId(lessonId)) throw new ProblemError('not-found');
  return lessonId;
}
