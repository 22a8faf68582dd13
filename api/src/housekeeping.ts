import { IsNull, LessThan, LessThanOrEqual } from 'typeorm';
import { MailTokens, OutboxMails, ReleaseMinutes } from './database/entities';
import type { Deps } from './deps';
import { minuteOf } from './features/telemetry/counters';
import { every, type Job } from './jobs';

const PAUSE_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A sent mail holds no words any more; its address goes as well after this time. */
const MAIL_DAYS = 90;
/** Twice as long as operators can look back. */
const TELEMETRY_DAYS = 2;

/** Removes what is over: sessions, links, sent mails and old telemetry. */
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
  const oldest = new Date(now().getTime() - TELEMETRY_DAYS * DAY_MS);
  await db.getRepository(ReleaseMinutes).delete({ minute: LessThan(minuteOf(oldest)) });
}
