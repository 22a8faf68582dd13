import { openTestDatabase, serverUrl, type TestDatabase } from '../../testing/database';
import { createDataSource } from './data-source';
import { type User, Users } from './entities';
import { isDuplicate } from './errors';
import { transaction } from './transaction';

let database: TestDatabase;

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

function user(name: string): Omit<User, 'id'> {
  const email = `${name}@example.org`;
  return {
    username: name,
    name,
    email,
    emailKey: email,
    passwordHash: 'x',
    emailVerifiedAt: null,
    createdAt: new Date(),
  };
}

async function savedNames(): Promise<string[]> {
  const users = await database.db.getRepository(Users).find({ order: { name: 'ASC' } });
  return users.map(({ name }) => name);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a rollback reverts no change that a parallel transaction has committed', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) =>
      transaction(database.db, async (manager) => {
        await manager.insert(Users, user(`user-${String(at).padStart(2, '0')}`));
        await pause();
        if (at % 2) throw new Error('changed my mind');
      }),
    ),
  );

  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(outcomes.map((_, at) => at % 2 === 0));
  expect(await savedNames()).toEqual(
    Array.from({ length: 20 }, (_, at) => `user-${String(at * 2).padStart(2, '0')}`),
  );
});

test('uncommitted rows are invisible to other readers', async () => {
  const seen: string[][] = [];
  let finish = () => {};
  const watching = new Promise<void>((resolve) => (finish = resolve));
  const writing = transaction(database.db, async (manager) => {
    await manager.insert(Users, user('ghost'));
    finish();
    await pause();
    throw new Error('changed my mind');
  });
  await watching;
  const reading = savedNames().then((names) => seen.push(names));

  await expect(writing).rejects.toThrow('changed my mind');
  await reading;
  expect(seen).toEqual([[]]);
});

test('a statement outside a transaction survives the rollback', async () => {
  let finish = () => {};
  const inserted = new Promise<void>((resolve) => (finish = resolve));
  const failing = transaction(database.db, async (manager) => {
    await manager.insert(Users, user('inside'));
    finish();
    await pause();
    throw new Error('changed my mind');
  });
  await inserted;
  const beside = database.db.getRepository(Users).insert(user('outside'));

  await expect(failing).rejects.toThrow('changed my mind');
  await beside;
  expect(await savedNames()).toEqual(['outside']);
});

test('exactly one of parallel inserts of a unique key succeeds, the others report a duplicate', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, () =>
      transaction(database.db, async (manager) => {
        await manager.insert(Users, user('same'));
      }),
    ),
  );
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );

  expect(failures).toHaveLength(11);
  expect(failures.every(isDuplicate)).toBe(true);
  expect(await savedNames()).toEqual(['same']);
});

test('exactly one of parallel conditional updates succeeds', async () => {
  await database.db.getRepository(Users).insert(user('waiting'));

  const changes = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      transaction(database.db, async (manager) => {
        const { affected } = await manager.update(
          Users,
          { username: 'waiting' },
          { username: `taken by ${at}` },
        );
        return affected;
      }),
    ),
  );

  expect(changes.filter((affected) => affected === 1)).toHaveLength(1);
});

test('two connections that read and then write lose no update', async () => {
  const other = await createDataSource(database.where).initialize();
  try {
    const { id } = await database.db.getRepository(Users).save({ ...user('counter'), username: '0' });
    const addOne = (db: typeof other) =>
      transaction(db, async (manager) => {
        const found = await manager.findOneOrFail(Users, {
          where: { id },
          ...(serverUrl ? { lock: { mode: 'pessimistic_write' as const } } : {}),
        });
        await manager.update(Users, { id }, { username: String(Number(found.username) + 1) });
      });

    await Promise.all(Array.from({ length: 20 }, (_, at) => addOne(at % 2 ? other : database.db)));

    const { username } = await database.db.getRepository(Users).findOneByOrFail({ id });
    expect(username).toBe('20');
  } finally {
    await other.destroy();
  }
});

if (!serverUrl) {
  test('a statement that would wait for its own transaction fails at once', async () => {
    const nested = transaction(database.db, async () => {
      await database.db.getRepository(Users).count();
    });

    await expect(nested).rejects.toThrow('use only its manager');
    expect(await savedNames()).toEqual([]);
  });
}
