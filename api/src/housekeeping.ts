import { IsNull, LessThan, LessThanOrEqual } from 'typeorm';
import { MailTokens, OutboxMails } from './database/entities';
import type { Deps } from './deps';
import { every, type Job } from './jobs';

const PAUSE_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A sent mail holds no words any more; its address goes as well after this time. */
const MAIL_DAYS = 90;

/** Removes what is over: sessions, links and sent mails. */
export function housekeepingJob(deps: Deps): Job {
  return every(PAUSE_MS, 'housekeeping', deps, () => tidy(deps));
}

export async function tidy({ db, now, sessions }: Pick<Deps, 'db' | 'now' | 'sessions'>): Promise<void> {
  await sessions.sweep();
  await db.getRepository(MailTokens).delete({ expiresAt: LessThanOrEqual(now()) });
  await db.getRepository(OutboxMails).delete({
    sentAt: LessThan(new Date(now().getTime() - MAIL_DAYS * DAY_MS)),
    nextAttemptAt: IsNull(),
  });
}
