import { isLessonId } from '@isa/api-contract';
import type { Deps } from '../../deps';
import type { ApiContext, ApiRouter } from '../../http/context';
import { ProblemError } from '../../http/problem-error';
import { TOKEN_COOKIE, tokenOf } from '../../http/session';
import type { Access } from './access';
import type { Delivery } from './media/delivery';
import type { MediaLibrary, TrackKind } from './media/library';
import { isTicket, type Tickets } from './tickets';

/** A browser may keep what it has loaded, but has to ask each time whether the right still stands. */
const CACHE_CONTROL = 'private, no-cache';
const TRAILER_CACHE_CONTROL = 'public, max-age=3600';

interface VideoDeps extends Pick<Deps, 'sessions'> {
  readonly access: Access;
  readonly tickets: Tickets;
  readonly library: MediaLibrary;
  readonly delivery: Delivery;
}

/** The videos and their tracks (specification §7), sent with the right to them only, and trailers for everybody. */
export function addVideoRoutes(
  router: ApiRouter,
  { sessions, access, tickets, library, delivery }: VideoDeps,
): void {
  router.get('/api/video/:id.mp4', async (ctx) => {
    const lessonId = lessonIdOf(ctx);
    const userId = await requireAccess(ctx, lessonId);
    ctx.set('Cache-Control', CACHE_CONTROL);
    await delivery.video(ctx, lessonId, userId);
  });

  router.get('/api/trailers/:id.mp4', async (ctx) => {
    ctx.set('Cache-Control', TRAILER_CACHE_CONTROL);
    await delivery.trailer(ctx, lessonIdOf(ctx));
  });

  for (const kind of ['captions', 'chapters'] satisfies TrackKind[]) {
    router.get(`/api/video/:id.${kind}.vtt`, async (ctx) => {
      const lessonId = lessonIdOf(ctx);
      await requireAccess(ctx, lessonId);
      const text = await library.track(lessonId, kind);
      if (text === undefined) throw new ProblemError('not-found');
      ctx.set('Cache-Control', CACHE_CONTROL);
      ctx.body = text;
      ctx.type = 'text/vtt';
    });
  }

  /**
   * Who asks, and whether they may.
   * @throws ProblemError `not-signed-in` for a forged, foreign or expired token or ticket, `no-access`
   */
  async function requireAccess(ctx: ApiContext, lessonId: number): Promise<number> {
    const userId = await userBehind(ctx, lessonId);
    if (userId === undefined) throw new ProblemError('not-signed-in');
    if (!(await access.has(userId))) throw new ProblemError('no-access');
    return userId;
  }

  async function userBehind(ctx: ApiContext, lessonId: number): Promise<number | undefined> {
    const token = tokenOf(ctx)?.token ?? '';
    if (!isTicket(token)) return (await sessions.verify(token))?.userId;
    const holder = await tickets.holder(token, lessonId);
    if (holder !== undefined) return holder;
    // A tab that slept through its ticket's end seeks on with the old address: its cookie is as good.
    const cookie = ctx.cookies.get(TOKEN_COOKIE);
    return cookie === undefined ? undefined : (await sessions.verify(cookie))?.userId;
  }
}

/** @throws ProblemError `not-found` */
function lessonIdOf(ctx: ApiContext): number {
  const { id = '' } = ctx['params'] as Readonly<Record<string, string>>;
  const lessonId = /^\d{4}$/.test(id) ? Number(id) : 0;
  if (!isLessonId(lessonId)) throw new ProblemError('not-found');
  return lessonId;
}
