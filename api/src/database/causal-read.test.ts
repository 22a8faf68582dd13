import { openTestDatabase, serverUrl, type TestDatabase } from '../../testing/database';
import { replaceQueries } from '../../testing/statements';
import { readCausally } from './causal-read';
import { Sessions } from './entities';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

let time = 0;
const miss = () =>
  readCausally(
    database.db,
    (manager) => manager.findOneBy(Sessions, { tokenHash: 'forged' }),
    () => time,
  );

/** Records the statements. @param cluster how the server answers whether it is part of a cluster. */
function record(cluster: () => readonly unknown[]): string[] {
  const statements: string[] = [];
  replaceQueries(database.db, async ({ sql }, query) => {
    statements.push(/wsrep_\w+( = \d)?/.exec(sql)?.[0] ?? 'read');
    if (sql.includes('wsrep_on')) return cluster();
    return sql.includes('wsrep') ? [] : query();
  });
  return statements;
}

if (serverUrl) {
  test('misses ask a server once a minute whether it is part of a cluster', async () => {
    const statements = record(() => [{ Value: 'OFF' }]);
    await Promise.all([miss(), miss(), miss()]);
    time += 59_000;
    await miss();
    expect(statements.sort()).toEqual(['read', 'read', 'read', 'read', 'wsrep_on']);
  });

  test('a server that has become a node of a cluster is noticed within a minute', async () => {
    let value = 'OFF';
    const statements = record(() => [{ Value: value }]);
    await miss();
    value = 'ON';
    time += 60_000;
    statements.length = 0;
    await miss();
    expect(statements).toEqual(['read', 'wsrep_on', 'wsrep_sync_wait = 1', 'read', 'wsrep_sync_wait = 0']);
  });

  test('a failed question is asked again by the next miss', async () => {
    let fails = true;
    record(() => {
      if (fails) throw new Error('gone');
      return [];
    });
    await expect(miss()).rejects.toThrow('gone');
    fails = false;
    expect(await miss()).toBeNull();
  });
} else {
  test('a miss on SQLite is one statement', async () => {
    const statements = record(() => []);
    await miss();
    expect(statements).toEqual(['read']);
  });
}
