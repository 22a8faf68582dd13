import { divideWork } from './samples';
import type { TraceEvent } from './trace';

const thread = { pid: 1, tid: 1, origin: 10_000 };
const event = (name: string, more: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  ph: 'X',
  pid: 1,
  tid: 1,
  ts: 0,
  ...more,
});
const frame = (functionName: string, url?: string) => ({
  functionName,
  ...(url && { url, lineNumber: 0, columnNumber: 7 }),
});

/** Samples at 11, 12, 13 and 14 ms of the trace, which are 1 to 4 ms of the page. */
const profile = (samples: readonly number[]): TraceEvent[] => [
  event('Profile', { ph: 'P', id: '0x1', args: { data: { startTime: 10_000 } } }),
  event('ProfileChunk', {
    ph: 'P',
    id: '0x1',
    tid: 9,
    args: {
      data: {
        cpuProfile: {
          nodes: [
            { id: 1, callFrame: frame('(root)') },
            { id: 2, parent: 1, callFrame: frame('render', 'a.js') },
            { id: 3, parent: 2, callFrame: frame('getBoundingClientRect') },
            { id: 4, parent: 2, callFrame: frame('(garbage collector)') },
            { id: 5, parent: 1, callFrame: frame('(program)') },
          ],
          samples,
        },
        timeDeltas: samples.map(() => 1_000),
      },
    },
  }),
];
const script = { position: { url: 'a.js', line: 0, column: 7 } };

describe('divideWork', () => {
  it('counts a function, its native callees, garbage and everything else apart', () => {
    const parts = divideWork(profile([2, 3, 4, 5]), thread, [{ start: 0.5, end: 4.5, work: 4 }]);
    expect(parts).toEqual([
      { work: script, time: 1 },
      { work: script, time: 1 },
      { work: { phase: 'garbage' }, time: 1 },
      { work: { phase: 'browser' }, time: 1 },
    ]);
  });

  it('divides the processor time of a task, not its duration', () => {
    const parts = divideWork(profile([2, 2, 2, 2]), thread, [{ start: 0.5, end: 4.5, work: 1 }]);
    expect(parts.map(({ time }) => time)).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it('separates layout that a script forced from other layout', () => {
    const layout = event('Layout', { ts: 12_500, dur: 2_000 });
    const parts = divideWork([...profile([2, 2, 3, 5]), layout], thread, [{ start: 0.5, end: 4.5, work: 4 }]);
    expect(parts.map(({ work }) => work)).toEqual([
      script,
      script,
      { phase: 'forced layout' },
      { phase: 'layout' },
    ]);
  });

  it('counts tasks without a sample, and no sample outside of a task', () => {
    const parts = divideWork(profile([2, 2, 2, 2]), thread, [{ start: 6, end: 7, work: 0.1 }]);
    expect(parts).toEqual([{ work: { phase: 'browser' }, time: 0.1 }]);
  });
});
