import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describeWithRedis, type RunningRedis, startRedis } from '../../../../testing/redis';
import { createLog } from '../../../platform/log';
import { openRedisClient, type RedisClient } from '../../../platform/redis-client';
import { createStreamSlots, MAX_OPEN_STREAMS, shareStreamSlots, type StreamSlots } from './delivery';

const CUSTOMER = 7;

describeWithRedis()('stream slots in Redis', () => {
  let server: RunningRedis;
  let processes: RedisClient[];
  beforeEach(async () => {
    server = await startRedis();
    processes = [1, 2].map(() => openRedisClient(server.url, 'secret', createLog('silent'), 10_000));
    await Promise.all(processes.map(({ redis }) => once(redis, 'ready')));
  });
  afterEach(async () => {
    for (const shared of processes) shared.close();
    await server.stop();
  });

  const slotsOf = (leaseMs?: number): StreamSlots[] =>
    processes.map((shared) => shareStreamSlots(shared, createStreamSlots(), leaseMs));

  /** Opens streams in both processes in turn. */
  async function fill(slots: readonly StreamSlots[]) {
    const opened = [];
    for (let at = 0; at < MAX_OPEN_STREAMS; at += 1) {
      opened.push(await slots[at % slots.length]?.take(CUSTOMER));
    }
    return opened;
  }

  it('slots are shared by two processes, and free again when a stream ends', async () => {
    const slots = slotsOf();
    const [end] = await fill(slots);
    expect(await Promise.all(slots.map(({ take }) => take(CUSTOMER)))).toEqual([undefined, undefined]);

    await end?.();

    const next = await slots[1]?.take(CUSTOMER);
    expect(next).toBeDefined();
    expect(await slots[0]?.take(CUSTOMER)).toBeUndefined();
    expect(await slots[0]?.take(CUSTOMER + 1)).toBeDefined();
  });

  it('slots of a process that has ended are free after its lease, and those of a running one are not', async () => {
    const [ended, running] = slotsOf(300);
    if (!ended || !running) throw new Error('There are two processes.');
    await fill([ended]);
    processes[0]?.close();

    let open: Awaited<ReturnType<StreamSlots['take']>>;
    while (!open) {
      await pause(20);
      open = await running.take(CUSTOMER);
    }
    const redis = processes[1]?.redis;
    const [key = ''] = (await redis?.keys('isa:streams:*')) ?? [];
    // Only the renewal of the running stream removes the last of the others.
    while ((await redis?.zcard(key)) !== 1) await pause(20);
    await open();
    expect(await redis?.keys('*')).toEqual([]);
  });

  it('slots are those of the process while Redis is away', async () => {
    const slots = slotsOf();
    await server.kill('SIGKILL');

    await fill(slots.slice(0, 1));

    expect(await Promise.all(slots.map(async ({ take }) => (await take(CUSTOMER)) !== undefined))).toEqual([
      false,
      true,
    ]);
  });
});
