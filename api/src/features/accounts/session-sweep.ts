import type { Deps } from '../../deps';
import { every, type Job } from '../../jobs';

const PAUSE_MS = 10 * 60 * 1000;

/** Removes sessions that are over. They open nothing any more; this only keeps the table small. */
export function sessionSweepJob(deps: Deps): Job {
  return every(PAUSE_MS, 'session sweep', deps, () => deps.sessions.sweep());
}
