import { type TraceEvent, workBetween } from './main-thread';

const mark = (name: string, ts: number): TraceEvent => ({ name, ph: 'R', pid: 1, tid: 1, ts });
const task = (ts: number, dur: number, tid = 1): TraceEvent => ({
  name: 'ThreadControllerImpl::RunTask',
  ph: 'X',
  pid: 1,
  tid,
  ts,
  dur,
});
const span = { from: 'click', to: 'painted' };
const work = (...tasks: TraceEvent[]) =>
  workBetween([mark('click', 10_000), mark('painted', 60_000), ...tasks], span);

describe('work between two marks', () => {
  it.each<[string, TraceEvent[], number]>([
    ['is nothing while the thread waits', [], 0],
    ['is the sum of its tasks', [task(20_000, 5_000), task(12_000, 3_000)], 8],
    ['leaves out what was done before and comes after', [task(1_000, 4_000), task(70_000, 9_000)], 0],
    ['takes the part of a task that lies across a mark', [task(8_000, 4_000), task(55_000, 20_000)], 7],
    ['counts a task within a task once', [task(20_000, 10_000), task(22_000, 3_000)], 10],
    ['leaves out what the thread waited for a processor', [{ ...task(20_000, 10_000), tdur: 4_000 }], 4],
    ['does not count other threads', [task(20_000, 10_000, 2)], 0],
  ])('%s', (_, tasks, expected) => {
    expect(work(...tasks)).toBe(expected);
  });

  it('is not known without its marks', () => {
    expect(() => workBetween([mark('click', 0)], span)).toThrow('painted');
  });
});
