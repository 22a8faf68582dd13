import { type FindOptionsWhere, In, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { type OrderRow, Orders } from '../../database/entities';
import { rowLock, transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { isLeased, LATEST_LEASE_MS, lease } from './hold-order';

/** The number of orders that a process settles at once. */
export const BATCH = 20;
/** Each process picks at random among so many, so that few pick the same. */
const CHOICE = 5 * BATCH;
/** How long no other process takes a claimed order: longer than the calls of a whole batch take. */
const CLAIM_MS = 2 * 60_000;
/** Orders are due within an hour. A later time was written before the clock was set back. */
const LATEST_MS = 65 * 60_000;

export interface Claim {
  /** Orders that were due; other processes have claimed those that are missing in `claimed`. */
  readonly found: number;
  readonly claimed: readonly OrderRow[];
}

/**
 * Claims due orders for this caller by moving their due time, those first whose buyers wait for a capture: for them it is
 * the lease of the capture itself. They are found without locks and then locked by ascending id (decision 0054).
 */
export async function claimDue({ db, now }: Deps): Promise<Claim> {
  const at = now();
  const due = (take: number, where: FindOptionsWhere<OrderRow>[]) =>
    db.getRepository(Orders).find({ select: { id: true }, where, order: { dueAt: 'ASC' }, take });
  const until = { dueAt: LessThanOrEqual(at) };
  const later = (ms: number) => ({ dueAt: MoreThan(new Date(at.getTime() + ms)) });
  const capturing = await due(BATCH, [
    { status: 'capturing', ...until },
    { status: 'capturing', captureId: IsNull(), ...later(LATEST_LEASE_MS) },
  ]);
  const others = await due(CHOICE, [
    { status: In(['created', 'failed']), ...until },
    { status: In(['created', 'failed']), ...later(LATEST_MS) },
  ]);
  const found = capturing.length + others.length;
  if (found === 0) return { found, claimed: [] };
  const ids = [...capturing, ...shuffled(others)].slice(0, BATCH).map(({ id }) => id);
  return transaction(db, async (manager) => {
    const rows = await manager.find(Orders, {
      where: { id: In(ids) },
      order: { id: 'ASC' },
      ...rowLock(manager, 'skip_locked'),
    });
    const claimed: OrderRow[] = [];
    const claim = async (chosen: readonly OrderRow[], changes: Partial<OrderRow>) => {
      if (chosen.length === 0) return;
      await manager.update(Orders, { id: In(chosen.map(({ id }) => id)) }, changes);
      claimed.push(...chosen.map((row) => ({ ...row, ...changes })));
    };
    await claim(
      rows.filter((row) => row.status === 'capturing' && !isLeased(row, at)),
      lease(at),
    );
    await claim(
      rows.filter((row) => (row.status === 'created' || row.status === 'failed') && isDue(row, at)),
      { dueAt: new Date(at.getTime() + CLAIM_MS) },
    );
    return { found, claimed };
  });
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function isDue({ dueAt }: OrderRow, at: Date): boolean {
  if (dueAt === null) return false;
  const left = dueAt.getTime() - at.getTime();
  return left <= 0 || left > LATEST_MS;
}
