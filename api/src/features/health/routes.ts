import { withDeadline } from '../../database/retry';
import type { CoreDeps } from '../../http/deps';
import { type ApiRouter, createRouter } from '../../http/context';
import { ProblemError } from '../../http/problem-error';

/** How long a probe waits. One without a response counts as failed, and its connections pile up. */
const READY_MS = 800;

export function healthRoutes({
  db,
  stopping,
  metrics,
}: CoreDeps & { readonly metrics: { isDiskFull(): boolean } }): ApiRouter {
  const router = createRouter();
  let asking: Promise<unknown> | undefined;
  /** Concurrent probes share one statement. */
  const ask = () => (asking ??= db.query('SELECT 1').finally(() => (asking = undefined)));

  router.get('/api/health/live', (ctx) => {
    ctx.body = { status: 'alive' };
  });
  router.get('/api/health/ready', async (ctx) => {
    if (stopping.aborted) throw new ProblemError('busy', { retryAfterSeconds: 1, message: 'Shutting down.' });
    try {
      await withDeadline(ask(), READY_MS, () => new Error('No response in time.'));
    } catch (cause) {
      const message = 'The database does not answer.';
      throw new ProblemError('busy', { retryAfterSeconds: 5, message, cause });
    }
    // Reading works without room, and so do small changes, so only what was refused shows it.
    if (metrics.isDiskFull()) {
      throw new ProblemError('busy', { retryAfterSeconds: 30, message: 'The database has no room.' });
    }
    ctx.body = { status: 'ready' };
  });
  return router;
}
