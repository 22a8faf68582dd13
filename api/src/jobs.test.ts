import { createLog } from './log';
import { every } from './jobs';

const log = createLog('silent');

/** Resolves once `done` says so. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 1));
}

test('a round that fails is not the last one', async () => {
  let rounds = 0;
  const job = every(1, 'test', { log }, async () => {
    rounds += 1;
    throw new Error('no luck');
  });

  await until(() => rounds >= 3);
  await job.stop();
});

test('stopping waits for the round that runs and starts no other', async () => {
  let rounds = 0;
  let finish = () => {};
  const job = every(1, 'test', { log }, () => {
    rounds += 1;
    return new Promise((resolve) => (finish = resolve));
  });
  await until(() => rounds === 1);

  let stopped = false;
  const stopping = job.stop().then(() => (stopped = true));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(stopped).toBe(false);
  finish();
  await stopping;

  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(rounds).toBe(1);
});

test('stopping does not wait for the pause to end', async () => {
  let rounds = 0;
  const job = every(60 * 60 * 1000, 'test', { log }, async () => void (rounds += 1));
  await until(() => rounds === 1);

  await job.stop();
});
