import type { DataSource, EntityManager } from 'typeorm';

/** How long a server's answer counts whether it is part of a cluster: it may be restarted as a node of one. */
const CLUSTER_MS = 60_000;

/** Reads a row. In a cluster a miss is read again after this node has applied what all nodes saved before. */
export async function readCausally<Row>(
  db: DataSource,
  read: (manager: EntityManager) => Promise<Row | null>,
  clock: () => number = () => performance.now(),
): Promise<Row | null> {
  const found = await read(db.manager);
  if (found || !(await isCluster(db, clock()))) return found;
  const runner = db.createQueryRunner();
  try {
    await runner.query('SET SESSION wsrep_sync_wait = 1');
    return await read(runner.manager);
  } finally {
    // A connection that cannot be reset is lost, so the failure is ignored.
    await runner.query('SET SESSION wsrep_sync_wait = 0').catch(() => undefined);
    await runner.release();
  }
}

const answers = new WeakMap<DataSource, { readonly at: number; readonly isCluster: Promise<boolean> }>();

/** @returns whether the server is in a cluster, asked once a minute: a forged token causes a miss too. */
async function isCluster(db: DataSource, now: number): Promise<boolean> {
  if (db.options.type === 'better-sqlite3') return false;
  const known = answers.get(db);
  if (known && now - known.at < CLUSTER_MS) return known.isCluster;
  const isCluster = db
    .query<{ Value: string }[]>("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'")
    .then(([variable]) => variable?.Value === 'ON');
  const answer = { at: now, isCluster };
  answers.set(db, answer);
  // A failure is not remembered, because it does not say whether the server is part of a cluster.
  isCluster.catch(() => answers.get(db) === answer && answers.delete(db));
  return isCluster;
}
