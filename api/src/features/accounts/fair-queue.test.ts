import { createFairQueue, type Lane } from './fair-queue';

const laneOf = (client: string): Lane =>
  client.startsWith('known') ? 'known' : client.startsWith('account') ? 'accounts' : 'others';

/** A queue with one place to run and four to wait, and work that ends when it is told to. */
function fixture() {
  const queue = createFairQueue(1, 4, () => new Error('busy'));
  const [started, ends]: [string[], (() => void)[]] = [[], []];
  const work = (name: string) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  };
  const add = (client: string, name = client) => queue.run(laneOf(client), client, work(name));
  const endAll = async () => {
    for (let at = 0; at < 10; at += 1) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { queue, started, work, add, endAll };
}

test('clients get equal shares', async () => {
  const { started, add, endAll } = fixture();
  const tasks = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('c', 'c1')];
  await endAll();

  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  expect(await Promise.all(tasks)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('a full queue refuses the latest task of the client with the most', async () => {
  const { started, add, endAll } = fixture();
  const outcomes = Promise.allSettled([
    ...['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => add('a', name)),
    add('b', 'b1'),
    add('b', 'b2'),
    add('b', 'b3'),
    add('c', 'c1'),
  ]);
  await endAll();

  expect((await outcomes).map(({ status }) => status === 'fulfilled')).toEqual([
    ...[true, true, true, false, false, false],
    ...[true, false, false],
    true,
  ]);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('known clients displace others, alternate with them, and leave them half of the places', async () => {
  const { started, add, endAll } = fixture();
  const outcomes = Promise.allSettled([
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((client) => add(client)),
    ...['known x', 'known y', 'known z'].map((client) => add(client)),
  ]);
  await endAll();

  expect(started).toEqual(['a', 'known x', 'b', 'known y', 'c']);
  expect((await outcomes).map(({ status }) => status === 'fulfilled')).toEqual([
    ...[true, true, true, false, false, false],
    ...[true, true, false],
  ]);
});

test('accounts displace others, and others accounts, up to their share', async () => {
  const { started, add, endAll } = fixture();
  const outcomes = Promise.allSettled([
    ...['a', 'b', 'c', 'd', 'e'].map((client) => add(client)),
    ...['account x', 'account y'].map((client) => add(client)),
    add('known z'),
    ...['f', 'g'].map((client) => add(client)),
  ]);
  await endAll();

  expect(started).toEqual(['a', 'known z', 'account x', 'b', 'c']);
  expect((await outcomes).map(({ status }) => status === 'fulfilled')).toEqual([
    ...[true, true, true, false, false],
    ...[true, false, true, false, false],
  ]);
});

test('sources share one client equally, and displace each other', async () => {
  const { queue, started, endAll, work } = fixture();
  const add = (source: string, name: string) => queue.run('accounts', 'account', work(name), source);
  const outcomes = Promise.allSettled([
    ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => add('a', name)),
    add('b', 'b1'),
    add('c', 'c1'),
    add('a', 'a6'),
  ]);
  await endAll();

  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  expect((await outcomes).map(({ status }) => status === 'fulfilled')).toEqual([
    ...[true, true, true, false, false],
    ...[true, true, false],
  ]);
});

test('a failed task fails alone', async () => {
  const queue = createFairQueue(1, 4, () => new Error('busy'));
  const failed = queue.run('others', 'a', () => Promise.reject(new Error('broken')));
  const next = queue.run('others', 'b', async () => 'done');

  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
