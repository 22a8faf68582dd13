import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { WorkerDeps } from './claim-due';
import { fillSearchTexts } from './search-texts';
import { type RetentionRule, retentionRules } from './retention';

/** How many rows one statement removes, so that a backlog locks no table for long. */
const BATCH = 1000;

/**
 * Removes rows whose period has ended, and completes rows for searches; any number of processes may do it. A rule that
 * fails does not prevent the others.
 */
export async function removeExpired({
  db,
  log,
  now,
  stopping,
}: WorkerDeps & { readonly log: Logger }): Promise<void> {
  await fillSearchTexts(db.manager).catch((error: unknown) => {
    log.error({ err: error }, 'texts for searches were not written');
  });
  for (const rule of retentionRules) {
    const fields = { table: rule.table.options.tableName, data: rule.policy };
    try {
      const rows = await applyRule(db, rule, now(), stopping);
      if (rows > 0) log.info({ ...fields, rows }, 'expired rows were removed');
    } catch (error) {
      log.error({ ...fields, err: error }, 'expired rows were not removed');
    }
  }
}

export function nextBatch(db: DataSource, { table, expired, key = 'id' }: RetentionRule, now: Date) {
  const rows = db.getRepository(table).createQueryBuilder('entry').where(expired(now));
  // The query has no order, because the primary key's would make MariaDB read the whole table.
  return rows.select(`entry.${key}`, 'value').limit(BATCH);
}

/** Removes or anonymises the rows of a rule, in batches that repeat its condition. @returns how many. */
export async function applyRule(db: DataSource, rule: RetentionRule, now: Date, stopping: AbortSignal) {
  const { table, expired, key = 'id', anonymise } = rule;
  let count = 0;
  while (!stopping.aborted) {
    const found = await nextBatch(db, rule, now).getRawMany<{ value: number }>();
    if (found.length === 0) break;
    const values = [...new Set(found.map(({ value }) => value))];
    const rows = db.getRepository(table).createQueryBuilder();
    const change = anonymise ? rows.update().set(anonymise) : rows.delete();
    const { affected } = await change
      .where(expired(now))
      .andWhere(`${key} IN (:...values)`, { values })
      .execute();
    count += affected ?? 0;
    if (found.length < BATCH) break;
    // SQLite works on this thread, so requests get their turn between batches.
    await setImmediate();
  }
  return count;
}
