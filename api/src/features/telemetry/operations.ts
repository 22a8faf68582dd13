import type { Operations } from '@isa/api-contract';
import { type DataSource, IsNull, MoreThan, Not } from 'typeorm';
import { type BrowserError, BrowserErrors, hourOf, OutboxMails } from '../../database/entities';
import { addAmount } from './add-amount';

const HOUR_MS = 3_600_000;
const SHOWN_HOURS = 7 * 24;
const SHOWN = 100;

/** Counts where a release failed, by the hour. */
export async function recordBrowserError(
  { manager }: DataSource,
  place: Pick<BrowserError, 'remote' | 'version' | 'phase' | 'place'>,
  at: Date,
): Promise<void> {
  await addAmount(manager, BrowserErrors, { hour: hourOf(at), ...place, amount: 1 });
}

export async function readOperations(db: DataSource, now: Date): Promise<Operations> {
  const [errors, mails] = [await readErrors(db, now), db.getRepository(OutboxMails)];
  const waits = { sentAt: IsNull(), nextAttemptAt: Not(IsNull()) };
  const [waiting, oldest, failed] = await Promise.all([
    mails.countBy(waits),
    mails.findOne({ where: waits, order: { id: 'ASC' } }),
    mails.find({ where: { sentAt: IsNull(), nextAttemptAt: IsNull() }, order: { id: 'DESC' }, take: SHOWN }),
  ]);
  return {
    errors,
    mails: {
      waiting,
      oldestAt: oldest?.createdAt.toISOString() ?? null,
      failed: failed.map(({ kind, createdAt, attempts, lastError }) => ({
        kind,
        createdAt: createdAt.toISOString(),
        attempts,
        // Servers repeat the address that they refuse.
        lastError: (lastError ?? '').replaceAll(/\S+@\S+/g, '(address)'),
      })),
    },
  };
}

/** MySQL and MariaDB return sums as text. */
interface Sum {
  readonly lastHour: number | string;
  readonly remote: string;
  readonly version: string;
  readonly phase: string;
  readonly place: string;
  readonly amount: number | string;
}

async function readErrors(db: DataSource, now: Date): Promise<Operations['errors']> {
  const sums = await db
    .getRepository(BrowserErrors)
    .createQueryBuilder('row')
    .select('MAX(row.hour)', 'lastHour')
    .addSelect('row.remote', 'remote')
    .addSelect('row.version', 'version')
    .addSelect('row.phase', 'phase')
    .addSelect('row.place', 'place')
    .addSelect('SUM(row.amount)', 'amount')
    .where({ hour: MoreThan(hourOf(now) - SHOWN_HOURS) })
    .groupBy('row.remote, row.version, row.phase, row.place')
    .orderBy('MAX(row.hour)', 'DESC')
    .addOrderBy('SUM(row.amount)', 'DESC')
    .limit(SHOWN)
    .getRawMany<Sum>();
  return sums.map(({ lastHour, amount, ...place }) => ({
    ...place,
    lastAt: new Date(Number(lastHour) * HOUR_MS).toISOString(),
    amount: Number(amount),
  }));
}
