import { LessThanOrEqual } from 'typeorm';
import { VideoTickets } from '../../database/entities';
import type { Deps } from '../../deps';
import { every, type Job } from '../../jobs';

const PAUSE_MS = 10 * 60 * 1000;

/** Removes tickets that are over. They open nothing any more; this only keeps the table small. */
export function ticketSweepJob(deps: Deps): Job {
  return every(PAUSE_MS, 'ticket sweep', deps, async () => {
    await deps.db.getRepository(VideoTickets).delete({ expiresAt: LessThanOrEqual(deps.now()) });
  });
}
