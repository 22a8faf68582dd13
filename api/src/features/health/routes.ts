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
  /** What was logged last; `undefined` while the process is ready. */
  let known: string | undefined;

  router.get('/api/health/live', (ctx) => {
    ctx.body = { status: 'alive' };
  });
  router.get('/api/health/ready', async (ctx) => {
    const obstacle = await findObstacle();
    // Probes ask every few seconds, and more often while something waits, so only a change is logged.
    if (obstacle?.message !== known) {
      known = obstacle?.message;
      if (!obstacle) ctx.state.log.info('ready');
      else if (stopping.aborted) ctx.state.log.info(obstacle.message);
      else ctx.state.log.error({ err: obstacle.cause }, `not ready: ${obstacle.message}`);
    }
    if (obstacle) throw obstacle;
    ctx.body = { status: 'ready' };
  });

  /** Why the process should get no requests now. */
  async function findObstacle(): Promise<ProblemError | undefined> {
    const problem = (retryAfterSeconds: number, message: string, cause?: unknown) =>
      new ProblemError('busy', { retryAfterSeconds, message, cause, isLogged: true });
    if (stopping.aborted) return problem(1, 'Shutting down.');
    try {
      await withDeadline(ask(), READY_MS, () => new Error('No response in time.'));
    } catch (cause) {
      return problem(5, 'The database does not answer.', cause);
    }
    // Reading works without room, and so do small changes, so only what was refused shows it.
    return metrics.isDiskFull() ? problem(30, 'The database has no room.') : undefined;
  }
  return router;
}
