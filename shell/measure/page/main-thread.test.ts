import { blockingTime, type Task, tasksOf, workBetween } from './main-thread';
import type { TraceEvent } from './trace';

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

describe('workBetween', () => {
  it.each<[string, TraceEvent[], number]>([
    ['is zero while the thread is idle', [], 0],
    ['is the sum of its tasks', [task(20_000, 5_000), task(12_000, 3_000)], 8],
    ['ignores tasks before and after the marks', [task(1_000, 4_000), task(70_000, 9_000)], 0],
    ['counts the part of a task between the marks', [task(8_000, 4_000), task(55_000, 20_000)], 7],
    ['counts a nested task once', [task(20_000, 10_000), task(22_000, 3_000)], 10],
    ['excludes time spent waiting for a processor', [{ ...task(20_000, 10_000), tdur: 4_000 }], 4],
    ['ignores other threads', [task(20_000, 10_000, 2)], 0],
  ])('%s', (_, tasks, expected) => {
    expect(work(...tasks)).toBe(expected);
  });

  it('throws when a mark is missing', () => {
    expect(() => workBetween([mark('click', 0)], span)).toThrow('painted');
  });
});

describe('tasksOf', () => {
  it('counts the continuation of promises as a part of the task before it', () => {
    const continuation = (ts: number, dur: number) => ({
      ...task(ts, dur),
      name: 'BlinkScheduler_PerformMicrotaskCheckpoint',
    });
    const nested = continuation(11_000, 1_000);
    const events = [task(10_000, 3_000), nested, continuation(13_000, 4_000), task(20_000, 1_000)];
    expect(tasksOf(events, { pid: 1, tid: 1, origin: 0 })).toEqual([
      { start: 10, end: 17, work: 7 },
      { start: 20, end: 21, work: 1 },
    ]);
  });
});

describe('blockingTime', () => {
  const long = (start: number, duration: number, work = duration): Task => ({
    start,
    end: start + duration,
    work,
  });

  it.each<[string, Task[], number]>([
    ['nothing of short tasks', [long(100, 50)], 0],
    ['the part of a task beyond 50 ms', [long(100, 120)], 70],
    ['only time within the span', [long(-60, 120)], 10],
    ['nothing after the span', [long(950, 400)], 0],
    ['no time spent waiting for a processor', [long(100, 120, 60)], 10],
    ['the sum of several tasks', [long(100, 60), long(200, 80)], 40],
  ])('counts %s', (_, tasks, expected) => {
    expect(blockingTime(tasks, 0, 1000)).toBe(expected);
  });

  it('counts tasks as a slower processor would take for them', () => {
    expect(blockingTime([long(100, 12), long(200, 20)], 0, 1000, 4)).toBe(30);
  });
});
