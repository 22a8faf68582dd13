import type { LoadFigures } from '../shared/lighthouse';
import { median } from '../shared/statistics';

/** The figures of one scored run: the score from 0 to 100, times in milliseconds. */
export type Scores = Pick<LoadFigures, 'fcp' | 'lcp' | 'clockTbt' | 'cls'> & { readonly performance: number };
export type Score = keyof Scores;
export const SCORES: readonly Score[] = ['performance', 'fcp', 'lcp', 'clockTbt', 'cls'];

/** The median and the worst of several runs: of the score the lowest, of everything else the highest. */
export function summarise(runs: readonly Scores[], score: Score): { median: number; worst: number } {
  const values = runs.map((run) => run[score]);
  const worst = score === 'performance' ? Math.min(...values) : Math.max(...values);
  return { median: median(values), worst };
}

const MAX_TBT = 50;

/** The aims that the medians of a page miss, as texts. @param least the aim of the performance score. */
export function missedAims(runs: readonly Scores[], least: number): readonly string[] {
  const performance = summarise(runs, 'performance').median;
  const tbt = summarise(runs, 'clockTbt').median;
  return [
    ...(performance < least ? [`performance ${performance}, by ${least - performance}`] : []),
    ...(tbt > MAX_TBT ? [`blocking time ${tbt.toFixed(0)} ms, by ${(tbt - MAX_TBT).toFixed(0)} ms`] : []),
  ];
}
