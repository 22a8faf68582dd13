import type { Deps } from './deps';
import { every, type Job } from './jobs';
import { applyRule, retentionRules } from './retention';

const PAUSE_MS = 10 * 60 * 1000;

/** Removes rows whose period has ended. Any number of processes may run it. */
export function housekeepingJob(deps: Deps): Job {
  return every(PAUSE_MS, 'housekeeping', deps, () => removeExpired(deps));
}

/** Applies every rule once; one that fails does not prevent the others. */
export async function removeExpired({
  db,
  log,
  now,
  stopping,
}: Pick<Deps, 'db' | 'log' | 'now' | 'stopping'>): Promise<void> {
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
