import {
  type DataSource,
  type EntitySchema,
  type FindOperator,
  type FindOptionsWhere,
  LessThanOrEqual,
  MoreThan,
  Or,
} from 'typeorm';
import { type KeyedRow, lockRow, writeRow } from './change-row';
import { transaction } from './transaction';

export const BATCH = 20;
/** How many rows each process picks from at random, so that few pick the same. */
const CHOICE = 5 * BATCH;

/** How long claims last. All times are in milliseconds. */
export interface Lease {
  /** How long no other process takes a claimed row, which is longer than the work on it takes. */
  readonly period: number;
  /** A row is due within this time. A later one was written before the clock was set back, and counts as over. */
  readonly latest: number;
}

export function leaseEnd(at: Date, { period }: Lease): Date {
  return new Date(at.getTime() + period);
}

export function isDue(dueAt: Date | null, at: Date, { latest }: Lease): boolean {
  if (dueAt === null) return false;
  const left = dueAt.getTime() - at.getTime();
  return left <= 0 || left > latest;
}

/** The same condition as {@link isDue}, in SQL, to find rows. */
export function due(at: Date, { latest }: Lease): FindOperator<Date> {
  return Or(LessThanOrEqual(at), MoreThan(new Date(at.getTime() + latest)));
}

/** Work that several processes share: rows with the time from which they are due. */
export interface DueRows<Row extends KeyedRow, Claim extends Partial<Row>> {
  readonly table: EntitySchema<Row>;
  readonly dueAt: keyof Row & string;
  readonly find: (at: Date) => readonly FindOptionsWhere<Row>[][];
  /** The changes that claim a row: its due time becomes the end of a lease. `undefined` if it is no longer due. */
  readonly claim: (row: Row, at: Date) => Claim | undefined;
}

/** What work on rows needs. It ends between two rows when the process stops. */
export interface WorkerDeps {
  readonly db: DataSource;
  readonly now: () => Date;
  readonly stopping: AbortSignal;
}

/**
 * Claims due rows for this caller by moving their due time: no other process takes them before, and if this process
 * dies, they are due again. They are found without locks, and each is claimed in a transaction of its own,
 * because a statement for several rows may lock the whole table.
 */
export async function claimDue<Row extends KeyedRow, Claim extends Partial<Row>>(
  { db, now, stopping }: WorkerDeps,
  { table, dueAt, find, claim }: DueRows<Row, Claim>,
): Promise<{ readonly rows: readonly (Row & Claim)[]; readonly more: boolean }> {
  const ids: number[] = [];
  for (const where of find(now())) {
    const found = await db
      .createQueryBuilder(table, 'entry')
      .select('entry.id', 'id')
      .where(where)
      .orderBy(`entry.${dueAt}`)
      .limit(CHOICE)
      .getRawMany<{ id: number }>();
    ids.push(
      ...found
        .map(({ id }) => ({ id, at: Math.random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ id }) => id),
    );
  }
  const rows: (Row & Claim)[] = [];
  for (const id of ids.slice(0, BATCH)) {
    if (stopping.aborted) break;
    try {
      // Rows are claimed one at a time, because the pool of jobs has few connections.
      const claimed = await transaction(db, async (manager) => {
        const row = await lockRow(manager, table, id);
        const changes = claim(row, now());
        return changes && writeRow(manager, table, row, changes);
      });
      if (claimed) rows.push(claimed);
    } catch (error) {
      // The rows that are claimed already are worked on first.
      if (rows.length === 0) throw error;
      break;
    }
  }
  return { rows, more: ids.length > BATCH };
}

/** Claims and processes due rows in batches, until no row of a batch is done. @param work returns whether its row is done */
export async function processDueRows<Row extends KeyedRow, Claim extends Partial<Row>>(
  deps: WorkerDeps,
  due: DueRows<Row, Claim>,
  work: (row: Row & Claim) => Promise<boolean>,
): Promise<void> {
  while (!deps.stopping.aborted) {
    const { rows, more } = await claimDue(deps, due);
    const done = await Promise.all(rows.map(work));
    if (!more || !done.includes(true)) return;
  }
}
