import type { EntityManager } from 'typeorm';
import { openTestDatabase, serverUrl, type TestDatabase } from '../../testing/database';
import { createDataSource } from './data-source';
import { type User, Users } from './entities';
import { isDatabaseBusy, isDuplicate, UnknownOutcomeError } from './errors';
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
    userHandle: null,
    requestId: null,
    searchText: null,
    createdAt: new Date(),
  };
}

async function savedNames(): Promise<string[]> {
  const users = await database.db.getRepository(Users).find({ order: { name: 'ASC' } });
  return users.map(({ name }) => name);
}

/** The error of a promise that must be rejected. */
const failureOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => undefined,
    (error: unknown) => error,
  );

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
  const alongside = database.db.getRepository(Users).insert(user('outside'));

  await expect(failing).rejects.toThrow('changed my mind');
  await alongside;
  expect(await savedNames()).toEqual(['outside']);
});

test('of parallel inserts of a unique key exactly one succeeds, and the others report a duplicate', async () => {
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

if (serverUrl) {
  test('texts are saved whole and as they are in whatever mode the server is', async () => {
    const [before] = await database.db.query<{ mode: string }[]>('SELECT @@GLOBAL.sql_mode AS mode');
    await database.db.query("SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES'");
    const db = createDataSource(database.where);
    try {
      await db.initialize();
      const name = "O'Neill \\' OR 1=1 -- \"";
      await db.getRepository(Users).insert(user(name));
      expect(await savedNames()).toEqual([name]);
      const tooLong = { ...user('x'), username: 'x'.repeat(1_000) };
      await expect(db.getRepository(Users).insert(tooLong)).rejects.toThrow(/too long/i);
    } finally {
      await db.query('SET GLOBAL sql_mode = ?', [before?.mode]);
      await db.destroy();
    }
  });
}

if (!serverUrl) {
  test('a statement that would wait for its own transaction fails at once', async () => {
    const nested = transaction(database.db, async () => {
      await database.db.getRepository(Users).count();
    });

    await expect(nested).rejects.toThrow('use only its manager');
    expect(await savedNames()).toEqual([]);
  });
}

if (serverUrl) {
  describe('on a database server', () => {
    /** Makes the first inserts of customers fail with an error, as a concurrent transaction or a cluster's node would. */
    async function failInserts(errno: number, times: number): Promise<void> {
      await database.db.query('CREATE TABLE failures (left_over INT NOT NULL) ENGINE=MyISAM');
      await database.db.query('INSERT INTO failures VALUES (?)', [times]);
      // MyISAM keeps the count although the failed statement is rolled back.
      await database.db.query(`
        CREATE TRIGGER fail BEFORE INSERT ON users FOR EACH ROW
        BEGIN
          DECLARE found INT;
          SELECT left_over INTO found FROM failures;
          IF found > 0 THEN
            UPDATE failures SET left_over = found - 1;
            SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = 'a rehearsed failure';
          END IF;
        END`);
    }

    const insertLone = () => database.db.getRepository(Users).insert(user('ada'));
    const insertInTransaction = () =>
      transaction(database.db, (manager) => manager.insert(Users, user('ada')));

    test.each([
      ['after a deadlock or a failed certification', 1213, 2],
      ['after a lock time-out', 1205, 2],
      ['after a changed snapshot', 1020, 2],
      ['over another connection than to a read-only server', 1290, 1],
      ['over another connection than to a server in read-only mode', 1836, 1],
      ['over another connection than to a server that has lost its quorum', 1047, 1],
    ])('a lone statement and a transaction are repeated %s', async (_, errno, times) => {
      await failInserts(errno, times);
      await insertLone();
      await database.db.query(`UPDATE failures SET left_over = ${times}`);
      expect(isDuplicate(await failureOf(insertInTransaction()))).toBe(true);
      expect(await savedNames()).toEqual(['ada']);
    });

    test('a lone statement that a cluster could not replicate fails with an error that invites another attempt', async () => {
      await failInserts(1180, 1);
      expect(isDatabaseBusy(await failureOf(insertLone()))).toBe(true);
      expect(await savedNames()).toEqual([]);
    });

    test('a lone read is repeated over another connection when its own is lost', async () => {
      const runner = database.db.createQueryRunner();
      try {
        await kill({ query: (sql) => runner.query(sql) });
        expect(await runner.query('SELECT 1')).toHaveLength(1);
      } finally {
        await runner.release();
      }
    });

    test('a database that keeps failing is reported as busy', async () => {
      await failInserts(1290, 1000);
      expect(isDatabaseBusy(await failureOf(insertLone()))).toBe(true);
    });

    /** Ends the connection of a manager. */
    async function kill({ query }: { query: (sql: string) => Promise<unknown> }): Promise<void> {
      const [{ id }] = (await query('SELECT CONNECTION_ID() AS id')) as [{ id: number }];
      await database.db.query(`KILL CONNECTION ${id}`);
    }

    test('a transaction whose connection is lost before COMMIT is repeated', async () => {
      let runs = 0;
      await transaction(database.db, async (manager) => {
        runs += 1;
        await manager.insert(Users, user('ada'));
        if (runs === 1) await kill({ query: (sql) => manager.query(sql) });
        await manager.update(Users, { username: 'ada' }, { name: 'Ada Lovelace' });
      });
      expect([runs, await savedNames()]).toEqual([2, ['Ada Lovelace']]);
    });

    /** Runs `instead` at the COMMIT of a manager's transaction. */
    function replaceCommit(
      { queryRunner }: EntityManager,
      instead: (query: (sql: string) => Promise<unknown>) => Promise<void>,
    ): void {
      const query = queryRunner?.query.bind(queryRunner);
      if (!queryRunner || !query) throw new Error('There is no transaction.');
      queryRunner.query = (...values: Parameters<typeof query>) =>
        values[0] === 'COMMIT' ? query('DO 1').then(() => instead(query)) : query(...values);
    }

    test('a transaction whose COMMIT may have been saved is not repeated', async () => {
      let runs = 0;
      const outcome = transaction(database.db, async (manager) => {
        runs += 1;
        await manager.insert(Users, user('ada'));
        replaceCommit(manager, async (query) => {
          await query('COMMIT');
          await kill({ query });
          await query('SELECT 1');
        });
      });
      await expect(outcome).rejects.toThrow(UnknownOutcomeError);
      expect([runs, await savedNames()]).toEqual([1, ['ada']]);
    });

    test('a transaction that a cluster refuses at its COMMIT is repeated', async () => {
      let runs = 0;
      await transaction(database.db, async (manager) => {
        runs += 1;
        await manager.insert(Users, user('ada'));
        if (runs > 1) return;
        replaceCommit(manager, async (query) => {
          await query('ROLLBACK');
          await query(
            "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'certification failed'",
          );
        });
      });
      expect([runs, await savedNames()]).toEqual([2, ['ada']]);
    });

    test('a statement that waits for a lock gives up and leaves the connection usable', async () => {
      const { id } = await database.db.getRepository(Users).save(user('ada'));
      const holder = database.db.createQueryRunner();
      await holder.startTransaction();
      await holder.query('SELECT id FROM users WHERE id = ? FOR UPDATE', [id]);
      const waiting = database.db.getRepository(Users).update(id, { name: 'Ada Lovelace' });
      expect(isDatabaseBusy(await failureOf(waiting))).toBe(true);
      await holder.rollbackTransaction();
      await holder.release();

      await database.db.getRepository(Users).update(id, { name: 'Ada Lovelace' });
      expect(await savedNames()).toEqual(['Ada Lovelace']);
    });

    test('a statement that takes too long is ended', async () => {
      const quick = await createDataSource(database.where, {
        connections: 1,
        statement: 1,
        lock: 1,
      }).initialize();
      try {
        const started = performance.now();
        // MySQL reports no error when nothing but SLEEP is interrupted.
        expect(isDatabaseBusy(await failureOf(quick.query('SELECT 1 FROM DUAL WHERE SLEEP(10)')))).toBe(true);
        expect(performance.now() - started).toBeLessThan(5_000);
        expect(await quick.query('SELECT 1')).toHaveLength(1);
      } finally {
        await quick.destroy();
      }
    });

    test('a caller that finds no connection in time is told so, and no connection is lost', async () => {
      const narrow = await createDataSource(database.where, {
        connections: 1,
        statement: 5,
        lock: 1,
      }).initialize();
      try {
        const holder = narrow.createQueryRunner();
        await holder.query('SELECT 1');
        const waiting = Array.from({ length: 3 }, () => narrow.query('SELECT 1'));
        const outcomes = await Promise.allSettled(waiting);
        expect(
          outcomes.map((outcome) => outcome.status === 'rejected' && isDatabaseBusy(outcome.reason)),
        ).toEqual([true, true, true]);
        await holder.release();
        await Promise.all(Array.from({ length: 3 }, () => narrow.query('SELECT 1')));
      } finally {
        await narrow.destroy();
      }
    });
  });
}
