import { missedAims, parseReport, type Scores, summarise } from './report';

const run = (more: Partial<Scores>): Scores => ({
  performance: 99,
  fcp: 800,
  lcp: 900,
  tbt: 20,
  cls: 0,
  ...more,
});

it('reads the figures of a report', () => {
  const report = {
    categories: { performance: { score: 0.985 } },
    audits: {
      'first-contentful-paint': { numericValue: 801.5 },
      'largest-contentful-paint': { numericValue: 902 },
      'total-blocking-time': { numericValue: 33 },
      'cumulative-layout-shift': { numericValue: 0.01 },
    },
  };
  expect(parseReport(JSON.stringify(report), 'r.json')).toEqual({
    performance: 99,
    fcp: 801.5,
    lcp: 902,
    tbt: 33,
    cls: 0.01,
  });
  expect(() => parseReport(JSON.stringify({ ...report, audits: {} }), 'r.json')).toThrow('r.json');
});

it('takes the lowest score and the longest time for the worst', () => {
  const runs = [run({ performance: 90 }), run({ tbt: 80 }), run({})];
  expect(summarise(runs, 'performance')).toEqual({ median: 99, worst: 90 });
  expect(summarise(runs, 'tbt')).toEqual({ median: 20, worst: 80 });
});

it('judges medians', () => {
  const slow = run({ performance: 93, tbt: 81 });
  expect(missedAims([run({}), run({}), slow], 98)).toEqual([]);
  expect(missedAims([slow, run({}), slow], 95)).toEqual([
    'performance 93, by 2',
    'blocking time 81 ms, by 31 ms',
  ]);
});
