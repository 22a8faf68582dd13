import { IsNull, LessThan, LessThanOrEqual } from 'typeorm';
import { KnownDevices, MailTokens, OutboxMails, ReleaseMinutes, VideoTickets } from './database/entities';
import type { Deps } from './deps';
import { minuteOf } from './features/telemetry/counters';
import { every, type Job } from './jobs';

const PAUSE_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The text of a sent mail is wiped at once; its address is deleted after this time. */
const MAIL_DAYS = 90;
/** Twice the period that operators can query. */
const TELEMETRY_DAYS = 2;

/** Removes expired sessions, mail links, known devices and video tickets, sent mails and old telemetry. */
export function housekeepingJob(deps: Deps): Job {
  return every(PAUSE_MS, 'housekeeping', deps, () => removeExpired(deps));
}

export async function removeExpired({
  db,
  now,
  sessions,
}: Pick<Deps, 'db' | 'now' | 'sessions'>): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await sessions.sweep();
  await db.getRepository(MailTokens).delete({ expiresAt: LessThanOrEqual(now()) });
  await db.getRepository(KnownDevices).delete({ expiresAt: LessThanOrEqual(now()) });
  await db.getRepository(VideoTickets).delete({ expiresAt: LessThanOrEqual(now()) });
  await db
    .getRepository(OutboxMails)
    .delete({ sentAt: LessThan(daysAgo(MAIL_DAYS)), nextAttemptAt: IsNull() });
  await db.getRepository(ReleaseMinutes).delete({ minute: LessThan(minuteOf(daysAgo(TELEMETRY_DAYS))) });
}
