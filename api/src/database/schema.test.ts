import { openTestDatabase, serverUrl, type TestDatabase } from '../../testing/database';
import { connect, createDataSource } from './data-source';
import { entities } from './entities';
import { migrations } from './migrations';

let database: TestDatabase;

beforeEach(async () => {
  database = await openTestDatabase({ migrated: false });
});
afterEach(() => database.close());

/** The statements that would change the tables to match the entities. */
async function drift(): Promise<string[]> {
  const log = await database.db.driver.createSchemaBuilder().log();
  return log.upQueries.map(({ query }) => query);
}

async function tableNames(): Promise<string[]> {
  const runner = database.db.createQueryRunner();
  try {
    const names = database.db.entityMetadatas.map(({ tableName }) => tableName);
    const found = await Promise.all(names.map((name) => runner.hasTable(name)));
    return names.filter((_, at) => found[at]);
  } finally {
    await runner.release();
  }
}

test('migrations create exactly the tables that the entities declare', async () => {
  expect(await drift()).not.toEqual([]);

  await database.db.runMigrations();

  expect(await drift()).toEqual([]);
});

test('every migration can be reverted and repeated', async () => {
  await database.db.runMigrations();
  for (let left = migrations.length; left > 0; left -= 1) await database.db.undoLastMigration();
  expect(await tableNames()).toEqual([]);

  await database.db.runMigrations();

  expect(await drift()).toEqual([]);
});

test('every address by which rows are found has a normalised key alongside it, with an index', () => {
  /** Mails are sent to this address, but nothing compares it. */
  const neverCompared = ['outbox_mails.replyTo', 'mail_tokens.newEmail'];
  const addresses = entities.flatMap(({ options: { tableName, columns, indices = [] } }) =>
    Object.keys(columns)
      .filter((column) => /email$|^recipient$|^replyTo$/i.test(column))
      .filter((column) => !neverCompared.includes(`${tableName}.${column}`))
      .map((column) => ({
        address: `${tableName}.${column}`,
        indexed: indices.some((index) => 'columns' in index && first(index.columns) === `${column}Key`),
      })),
  );
  expect(addresses.map(({ address }) => address).sort()).toEqual([
    'contact_messages.email',
    'newsletter_signups.email',
    'orders.buyerEmail',
    'outbox_mails.recipient',
    'users.email',
  ]);
  expect(addresses.filter(({ indexed }) => !indexed)).toEqual([]);
});

function first(columns: unknown): unknown {
  return Array.isArray(columns) ? columns[0] : undefined;
}

if (serverUrl) {
  test('connecting rejects a database that cannot store every text', async () => {
    const narrow = await openTestDatabase({ migrated: false, charset: 'latin1' });
    try {
      await expect(connect(createDataSource(narrow.where))).rejects.toThrow('CHARACTER SET utf8mb4');
    } finally {
      await narrow.close();
    }
  });
}
