import type { DataSource, EntityManager } from 'typeorm';

/**
 * Reads a row. On a Galera cluster a miss is read again after this node has applied what all nodes had saved before, since
 * a row of another node arrives a moment later.
 */
export async function readCausally<Row>(
  db: DataSource,
  read: (manager: EntityManager) => Promise<Row | null>,
): Promise<Row | null> {
  const found = await read(db.manager);
  if (found || !(await isCluster(db))) return found;
  const runner = db.createQueryRunner();
  try {
    await runner.query('SET SESSION wsrep_sync_wait = 1');
    return await read(runner.manager);
  } finally {
    // A connection that cannot be reset is lost.
    await runner.query('SET SESSION wsrep_sync_wait = 0').catch(() => undefined);
    await runner.release();
  }
}

/** MySQL and SQLite have no such variable. */
async function isCluster(db: DataSource): Promise<boolean> {
  if (db.options.type === 'better-sqlite3') return false;
  const [variable] = await db.query<{ Value: string }[]>("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'");
  return variable?.Value === 'ON';
}
