import type { AccountDeps } from '../accounts/deps';
import { type ApiRouter, createRouter } from '../../http/context';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import { ProblemError } from '../../http/problem-error';
import { maybeSignedIn, signedIn, visitorOf } from '../../http/session';
import { createAccess } from './access';
import { createDelivery } from './media/delivery';
import { createMediaLibrary } from './media/library';
import { createProgress } from './progress';
import { createTickets } from './tickets';
import { addVideoRoutes } from './video-routes';

/** A player requests a ticket every few minutes and reports progress every few seconds. */
const ticketRequests: RateLimit = { name: 'video-ticket', attempts: 60, seconds: 60 };
const progressReports: RateLimit = { name: 'progress', attempts: 120, seconds: 60 };

export function learningRoutes(deps: AccountDeps): ApiRouter {
  const { env, limits } = deps;
  const router = createRouter();
  const access = createAccess(deps.db);
  const tickets = createTickets(deps);
  const library = createMediaLibrary(env.mediaFolder, env.delivery.by !== 's3');
  const delivery = createDelivery(deps, library);
  const progress = createProgress(deps);
  const session = [signedIn(deps)];

  mount(router, 'getUserPermissions', [maybeSignedIn(deps, 'query')], async ({ ctx }) => {
    const { visitor } = ctx.state;
    if (!visitor) throw new ProblemError('not-found', { message: 'This token belongs to nobody.' });
    return { message: (await access.has(visitor.userId)) ? 'granted' : 'not granted' } as const;
  });

  mount(router, 'coursesByUser', session, async ({ ctx }) => {
    const ids = await access.lessonIds(visitorOf(ctx).userId);
    return { courses: ids.map((id) => ({ course_id: id })) };
  });

  mount(router, 'createVideoTicket', session, async ({ body: { lessonId }, ctx }) => {
    const visitor = visitorOf(ctx);
    await limits.consume(ticketRequests, String(visitor.userId));
    if (!(await access.has(visitor.userId))) throw new ProblemError('no-access');
    const [{ ticket, expiresAt }, file, captions, chapters] = await Promise.all([
      tickets.issue(visitor, lessonId),
      library.video(lessonId),
      library.track(lessonId, 'captions'),
      library.track(lessonId, 'chapters'),
    ]);
    const address = (ending: string) => `/api/video/${lessonId}${ending}?token=${ticket}`;
    return {
      url: address('.mp4'),
      expiresAt: expiresAt.toISOString(),
      captionsUrl: captions === undefined ? null : address('.captions.vtt'),
      chaptersUrl: chapters === undefined ? null : address('.chapters.vtt'),
      sample: env.delivery.by !== 's3' && file?.origin === 'clip',
    };
  });

  mount(router, 'readProgress', session, ({ ctx }) => progress.read(visitorOf(ctx).userId));

  mount(router, 'saveProgress', session, async ({ ctx, params, body }) => {
    const { userId } = visitorOf(ctx);
    await limits.consume(progressReports, String(userId));
    if (!(await access.has(userId))) throw new ProblemError('no-access');
    const report = { lessonId: params.lessonId, ...body, at: new Date(body.at) };
    return { progress: await progress.save(userId, report) };
  });

  addVideoRoutes(router, { sessions: deps.sessions, access, tickets, library, delivery });
  return router;
}
