import type { DataSource } from 'typeorm';
import { connect, createDataSource, type DatabaseLocation, type PoolOptions } from './data-source';

/** So that a locked table or a slow statement of one kind of work leaves connections to the others. */
const SIZES = {
  /** Accounts, lessons and everything that is not named below. */
  customers: { connections: 8, statement: 5, lock: 2 },
  money: { connections: 8, statement: 5, lock: 2 },
  /** Reads that every visitor shares; a response from memory takes their place after half a second. */
  public: { connections: 4, statement: 2, lock: 1 },
  jobs: { connections: 4, statement: 30, lock: 2 },
  /** The readiness probe. */
  probe: { connections: 1, statement: 1, lock: 1, entities: [] },
} as const satisfies Record<string, PoolOptions>;

export type Pools = Readonly<Record<keyof typeof SIZES, DataSource>>;

/**
 * Connects the pools. SQLite has one writer, so there all pools that write are one connection; its readers never wait for
 * it and have a second one.
 */
export async function openPools(location: DatabaseLocation): Promise<Pools> {
  const customers = await connect(createDataSource(location, SIZES.customers));
  const open = (size: PoolOptions) => createDataSource(location, size).initialize();
  if (!location.databaseUrl) {
    const reads = await open(SIZES.public);
    return { customers, money: customers, jobs: customers, public: reads, probe: reads };
  }
  const [money, jobs, reads, probe] = await Promise.all([
    open(SIZES.money),
    open(SIZES.jobs),
    open(SIZES.public),
    open(SIZES.probe),
  ]);
  return { customers, money, jobs, public: reads, probe };
}

export async function closePools(pools: Pools): Promise<void> {
  const open = new Set(Object.values(pools).filter(({ isInitialized }) => isInitialized));
  await Promise.all([...open].map((pool) => pool.destroy()));
}
