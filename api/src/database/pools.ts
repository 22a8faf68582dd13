import type { DataSource } from 'typeorm';
import type { DatabaseMeter } from './meter';
import { connect, createDataSource, type DatabaseLocation, type PoolOptions } from './data-source';
import { RETRY_MS } from './retry';

/** The pools, so that a slow statement of one kind of work leaves connections to the others. */
const SIZES = {
  /** Accounts, lessons and everything that is not named below. */
  customers: { connections: 8, statement: 5, lock: 2, acquire: RETRY_MS / 1000 },
  money: { connections: 8, statement: 5, lock: 2, acquire: RETRY_MS / 1000 },
  /** Reads that every visitor shares; after half a second a response from memory takes their place. */
  public: { connections: 4, statement: 2, lock: 1 },
  jobs: { connections: 4, statement: 30, lock: 2 },
  probe: { connections: 1, statement: 1, lock: 1, entities: [] },
} as const satisfies Record<string, PoolOptions>;

export type Pools = Readonly<Record<keyof typeof SIZES, DataSource>>;

/** Connects the pools. On SQLite, which has one writer, all pools that write are one connection. */
export async function openPools(
  location: DatabaseLocation,
  meterOf: (pool: keyof Pools) => DatabaseMeter,
): Promise<Pools> {
  const create = (name: keyof Pools) => createDataSource(location, { ...SIZES[name], meter: meterOf(name) });
  const customers = await connect(create('customers'));
  const open = (name: keyof Pools) => create(name).initialize();
  if (!location.databaseUrl) {
    const reads = await open('public');
    return { customers, money: customers, jobs: customers, public: reads, probe: reads };
  }
  const [money, jobs, reads, probe] = await Promise.all([
    open('money'),
    open('jobs'),
    open('public'),
    open('probe'),
  ]);
  return { customers, money, jobs, public: reads, probe };
}

export async function closePools(pools: Pools): Promise<void> {
  const open = new Set(Object.values(pools).filter(({ isInitialized }) => isInitialized));
  await Promise.all([...open].map((pool) => pool.destroy()));
}
