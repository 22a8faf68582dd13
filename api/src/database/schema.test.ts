import { openTestDatabase, serverUrl, type TestDatabase } from '../../testing/database';
import { connect, createDataSource } from './data-source';
import { ContactMessages, entities } from './entities';
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

test('stored contact messages get the key of their address', async () => {
  await database.db.runMigrations();
  const at = migrations.findIndex(({ name }) => name.startsWith('ContactEmailKey'));
  for (let left = migrations.length; left > at; left -= 1) await database.db.undoLastMigration();
  await database.db.query(
    `INSERT INTO contact_messages (name, surname, email, department, message, created_at)
     VALUES ('Ada', 'Lovelace', ' Ada@Example.org', 'Sales', 'Hello', '2026-01-01 00:00:00.000')`,
  );

  await database.db.runMigrations();

  const [row] = await database.db.getRepository(ContactMessages).find();
  expect(row?.emailKey).toBe('ada@example.org');
});

test('adding and removing columns keeps the rows that refer to customers and sessions', async () => {
  await database.db.runMigrations();
  const at = migrations.findIndex(({ name }) => name.startsWith('Passkeys'));
  const revert = async () => {
    for (let left = migrations.length; left > at; left -= 1) await database.db.undoLastMigration();
  };
  await revert();
  await database.db.query(
    `INSERT INTO users (id, username, name, email, email_key, password_hash, created_at)
     VALUES (1, 'ada', 'Ada', 'ada@example.org', 'ada@example.org', 'x', '2026-01-01 00:00:00.000')`,
  );
  await database.db.query(
    `INSERT INTO sessions (user_id, token_hash, created_at, expires_at)
     VALUES (1, 'x', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000')`,
  );
  const sessions = () => database.db.query('SELECT user_id AS userId FROM sessions');

  await database.db.runMigrations();
  expect(await sessions()).toMatchObject([{ userId: 1 }]);
  await revert();
  expect(await sessions()).toMatchObject([{ userId: 1 }]);
});

test('every address by which rows are found has a normalised key beside it, with an index', () => {
  /** Written and sent to, never compared. */
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
