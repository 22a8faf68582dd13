import { missedAims, type Scores, summarise } from './report';

const run = (more: Partial<Scores>): Scores => ({
  performance: 99,
  fcp: 800,
  lcp: 900,
  clockTbt: 20,
  cls: 0,
  ...more,
});

it('takes the lowest score and the longest time for the worst', () => {
  const runs = [run({ performance: 90 }), run({ clockTbt: 80 }), run({})];
  expect(summarise(runs, 'performance')).toEqual({ median: 99, worst: 90 });
  expect(summarise(runs, 'clockTbt')).toEqual({ median: 20, worst: 80 });
});

it('judges medians', () => {
  const slow = run({ performance: 93, clockTbt: 81 });
  expect(missedAims([run({}), run({}), slow], 98)).toEqual([]);
  expect(missedAims([slow, run({}), slow], 95)).toEqual([
    'performance 93, by 2',
    'blocking time 81 ms, by 31 ms',
  ]);
});
