import { repeatEvery } from './jobs';
import { createLog } from './log';

const log = createLog('silent');
const HOUR_MS = 60 * 60 * 1000;

/** A promise and the function that fulfils it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

test('a failed run is logged and followed by the next one', async () => {
  const lines: string[] = [];
  const third = gate();
  let runs = 0;
  const job = repeatEvery(
    1,
    'test',
    { log: createLog('error', { write: (line: string) => void lines.push(line) }) },
    async () => {
      runs += 1;
      if (runs === 3) third.open();
      throw new Error('no luck');
    },
  );

  await third.opened;
  await job.stop();

  expect(runs).toBe(3);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ job: 'test', msg: 'a job failed' }) as unknown),
  );
});

test('stopping waits for the current run and starts no other', async () => {
  const started = gate();
  const finish = gate();
  const events: string[] = [];
  const job = repeatEvery(0, 'test', { log }, async () => {
    events.push('run started');
    started.open();
    await finish.opened;
    events.push('run ended');
  });
  await started.opened;

  const stopping = job.stop().then(() => events.push('stopped'));
  // A new turn of the event loop begins after all callbacks that a premature stop would need.
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual(['run started']);
  finish.open();
  await stopping;

  expect(events).toEqual(['run started', 'run ended', 'stopped']);
});

test('stopping ends the pause between two runs', async () => {
  const first = gate();
  let runs = 0;
  const job = repeatEvery(HOUR_MS, 'test', { log }, async () => {
    runs += 1;
    first.open();
  });
  await first.opened;
  const started = performance.now();

  await job.stop();

  expect(performance.now() - started).toBeLessThan(HOUR_MS);
  expect(runs).toBe(1);
});
