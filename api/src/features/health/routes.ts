import type { Deps } from '../../deps';
import { type ApiRouter, createRouter } from '../../http/context';
import { ProblemError } from '../../http/problem-error';

/** Liveness and readiness probes. */
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
      const message = 'The database does not answer.';
      throw new ProblemError('busy', { retryAfterSeconds: 5, message, cause });
    }
    ctx.body = { status: 'ready' };
  });
  return router;
}
