import {
  FIRST_LESSON_ID,
  isLessonId,
  isRecorded,
  type Lesson,
  LESSON_COUNT,
  PREMIUM_ID,
} from '@isa/api-contract';
import { IsNull } from 'typeorm';
import { readContent } from '../../database/content';
import { Entitlements } from '../../database/entities';
import type { AccountDeps } from '../accounts/deps';
import { type ApiContext, type ApiRouter, createRouter } from '../../http/context';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import { ProblemError, required } from '../../http/problem-error';
import {
  firstLive,
  maybeSignedIn,
  type RequestTokens,
  signedIn,
  tokensOf,
  visitorOf,
} from '../../http/session';
import { createDelivery } from './media/delivery';
import { createMediaLibrary, type TrackKind } from './media/library';
import { createProgress } from './progress';
import { createTickets, isTicket } from './tickets';

/** A browser may cache what it has loaded, but must revalidate its access each time. */
const CACHE_CONTROL = 'private, no-cache';
const TRAILER_CACHE_CONTROL = 'public, max-age=3600';

/** A player requests a ticket every few minutes and reports progress every few seconds. */
const ticketRequests: RateLimit = { name: 'video-ticket', attempts: 60, seconds: 60 };
const progressReports: RateLimit = { name: 'progress', attempts: 120, seconds: 60 };

export function learningRoutes(deps: AccountDeps): ApiRouter {
  const { env, limits } = deps;
  const router = createRouter();
  const tickets = createTickets(deps);
  const library = createMediaLibrary(env.mediaFolder, env.delivery.by === 's3');
  const delivery = createDelivery(deps, library);
  const progress = createProgress(deps);
  const session = [signedIn(deps)];

  /** Unrevoked premium access grants all lessons (specification §3, §6). */
  function mayWatch(userId: number): Promise<boolean> {
    const access = { userId, productId: PREMIUM_ID, revokedAt: IsNull() };
    return deps.db.getRepository(Entitlements).existsBy(access);
  }

  mount(router, 'getUserPermissions', [maybeSignedIn(deps, 'query')], async ({ ctx }) => {
    const { visitor } = ctx.state;
    if (!visitor) throw new ProblemError('not-found', { message: 'This token does not belong to any user.' });
    return { message: (await mayWatch(visitor.userId)) ? 'granted' : 'not granted' } as const;
  });

  mount(router, 'coursesByUser', session, async ({ ctx }) => {
    const count = (await mayWatch(visitorOf(ctx).userId)) ? LESSON_COUNT : 0;
    return { courses: Array.from({ length: count }, (_, index) => ({ course_id: FIRST_LESSON_ID + index })) };
  });

  /** @throws ProblemError `not-found` */
  async function lessonOf(id: number): Promise<Lesson> {
    const [lesson] = await readContent(deps.db, 'lesson', [id]);
    return required(lesson);
  }

  mount(router, 'createVideoTicket', session, async ({ body: { lessonId }, ctx }) => {
    const visitor = visitorOf(ctx);
    await limits.consume(ticketRequests, String(visitor.userId));
    if (!(await mayWatch(visitor.userId))) throw new ProblemError('no-access');
    const lesson = await lessonOf(lessonId);
    const [{ ticket, expiresAt }, file, captions, chapters] = await Promise.all([
      tickets.issue(visitor, lessonId),
      library.shown(lesson),
      library.track(lesson, 'captions'),
      library.track(lesson, 'chapters'),
    ]);
    const address = (ending: string) => `/api/video/${lessonId}${ending}?token=${ticket}`;
    return {
      url: address('.mp4'),
      expiresAt: expiresAt.toISOString(),
      captionsUrl: captions === undefined ? null : address('.captions.vtt'),
      chaptersUrl: chapters === undefined ? null : address('.chapters.vtt'),
      sample: file?.origin === 'clip' && !(env.delivery.by === 's3' && isRecorded(lesson)),
    };
  });

  mount(router, 'readProgress', session, ({ ctx }) => progress.read(visitorOf(ctx).userId));

  mount(router, 'saveProgress', session, async ({ ctx, params, body }) => {
    const { userId } = visitorOf(ctx);
    await limits.consume(progressReports, String(userId));
    if (!(await mayWatch(userId))) throw new ProblemError('no-access');
    return { progress: await progress.save(userId, params.lessonId, body) };
  });

  // Videos and their tracks (specification §7) are for customers with access; trailers are for all visitors.
  router.get('/api/video/:id.mp4', async (ctx) => {
    const lessonId = lessonIdFrom(ctx.params['id']);
    const userId = await requireAccess(ctx, lessonId, tokensOf(ctx, 'query'));
    ctx.set('Cache-Control', CACHE_CONTROL);
    await delivery.video(ctx, await lessonOf(lessonId), userId);
  });

  router.get('/api/trailers/:id.mp4', async (ctx) => {
    ctx.set('Cache-Control', TRAILER_CACHE_CONTROL);
    await delivery.trailer(ctx, lessonIdFrom(ctx.params['id']));
  });

  for (const kind of ['captions', 'chapters'] satisfies TrackKind[]) {
    router.get(`/api/video/:id.${kind}.vtt`, async (ctx) => {
      const lessonId = lessonIdFrom(ctx.params['id']);
      // The specification defines a session token in the query for the video alone; tickets work for both.
      const found = tokensOf(ctx, 'query');
      const isSession = !found.fromCookie && !found.tokens.some(isTicket);
      await requireAccess(ctx, lessonId, isSession ? tokensOf(ctx, 'cookie') : found);
      const text = required(await library.track(await lessonOf(lessonId), kind));
      ctx.set('Cache-Control', CACHE_CONTROL);
      ctx.body = text;
      ctx.type = 'text/vtt';
    });
  }

  /** @returns the customer's id. @throws ProblemError `not-signed-in`, `no-access` */
  async function requireAccess(ctx: ApiContext, lessonId: number, { tokens }: RequestTokens) {
    const userId = required(await authenticate(ctx, lessonId, tokens), 'not-signed-in');
    if (!(await mayWatch(userId))) throw new ProblemError('no-access');
    return userId;
  }

  async function authenticate(ctx: ApiContext, lessonId: number, tokens: readonly string[]) {
    const ticket = tokens.find(isTicket);
    if (ticket === undefined) return (await firstLive(deps, tokens))?.userId;
    const holder = await tickets.holder(ticket, lessonId);
    if (holder !== undefined) return holder;
    // A tab that was suspended past its ticket's expiry still uses the old URL: its session cookie suffices.
    return (await firstLive(deps, tokensOf(ctx, 'cookie').tokens))?.userId;
  }

  return router;
}

/** @throws ProblemError `not-found` */
function lessonIdFrom(param = ''): number {
  const lessonId = /^\d{4}$/.test(param) ? Number(param) : 0;
  if (!isLessonId(lessonId)) throw new ProblemError('not-found');
  return lessonId;
}
