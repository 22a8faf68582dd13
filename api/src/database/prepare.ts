import { connect, createDataSource, type DatabaseLocation } from './data-source';
import { migrate, withDatabaseLock } from './migrate';
import { type Catalogue, seed } from './seed';

/** Changing a large table takes long. A change that waits for a lock makes all later statements wait, so it gives up soon. */
const POOL = { connections: 2, statement: 0, lock: 2 } as const;

/** Connects to the database for the role prepare, without the time limits of requests. */
export async function openForPreparing(location: DatabaseLocation) {
  const db = await connect(createDataSource(location, POOL));
  return {
    migrate: () => migrate(db),
    seed: (catalogue: Catalogue) => withDatabaseLock(db, () => seed(db, catalogue)),
    close: () => db.destroy(),
  };
}
