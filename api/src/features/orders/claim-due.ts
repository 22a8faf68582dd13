import { type FindOptionsWhere, In, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { type OrderRow, Orders } from '../../database/entities';
import type { OrderDeps } from './deps';
import { changeOrder } from './change-order';
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
 * the lease of the capture itself. They are found without locks, and each is claimed in a transaction of its own: a
 * statement for several rows may lock the whole table.
 */
export async function claimDue({ db, now }: OrderDeps): Promise<Claim> {
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
  const claimed: OrderRow[] = [];
  for (const id of ids) {
    // One at a time: the pool of jobs has few connections.
    const { order, changed } = await changeOrder(db, id, (row) => claimOf(row, now()));
    if (changed) claimed.push(order);
  }
  return { found, claimed };
}

/** The changes that claim a row, unless another process has claimed or settled it since it was found. */
function claimOf(row: OrderRow, at: Date): Partial<OrderRow> | undefined {
  switch (row.status) {
    case 'capturing':
      return isLeased(row, at) ? undefined : lease(at);
    case 'created':
    case 'failed':
      return isDue(row, at) ? { dueAt: new Date(at.getTime() + CLAIM_MS) } : undefined;
    case 'captured':
    case 'cancelled':
    case 'refunded':
      return undefined;
  }
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
