import type { Deps } from '../../deps';
import { type ApiRouter, createRouter } from '../../http/context';
import { ProblemError } from '../../http/problem-error';

/** For whoever watches over the process: is it alive, and may traffic be sent to it? */
export function healthRoutes({ db, stopping }: Deps): ApiRouter {
  const router = createRouter();
  router.get('/api/health/live', (ctx) => {
    ctx.body = { status: 'alive' };
  });
  router.get('/api/health/ready', async (ctx) => {
    if (stopping.aborted) throw new ProblemError('busy', { retryAfterSeconds: 1, message: 'Shutting down.' });
    try {
      await db.query('SELECT 1');
    } catch (cause) {
      throw new ProblemError('busy', {
        retryAfterSeconds: 5,
        message: 'The database does not answer.',
        cause,
      });
    }
    ctx.body = { status: 'ready' };
  });
  return router;
}
