import { z } from 'zod';
import { requireJson } from '../../formats/parse-json';
import { median } from '../pages/report/statistics';

/** The figures of one run: the score from 0 to 100, times in milliseconds. */
export interface Scores {
  readonly performance: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
}

export type Score = keyof Scores;
export const SCORES: readonly Score[] = ['performance', 'fcp', 'lcp', 'tbt', 'cls'];

const audit = z.object({ numericValue: z.number() });
const reportSchema = z.object({
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.object({
    'first-contentful-paint': audit,
    'largest-contentful-paint': audit,
    'total-blocking-time': audit,
    'cumulative-layout-shift': audit,
  }),
});

/** @param file for the message. @throws UserError when the report lacks a figure. */
export function parseReport(text: string, file: string): Scores {
  const { categories, audits } = requireJson(text, reportSchema, file);
  return {
    performance: Math.round(categories.performance.score * 100),
    fcp: audits['first-contentful-paint'].numericValue,
    lcp: audits['largest-contentful-paint'].numericValue,
    tbt: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
  };
}

/** The median and the worst of several runs: of the score the lowest, of everything else the highest. */
export function summarise(runs: readonly Scores[], score: Score): { median: number; worst: number } {
  const values = runs.map((run) => run[score]);
  const worst = score === 'performance' ? Math.min(...values) : Math.max(...values);
  return { median: median(values) ?? NaN, worst };
}

const MAX_TBT = 50;

/** The aims that the medians of a page miss, as texts. @param least the aim of the performance score. */
export function missedAims(runs: readonly Scores[], least: number): readonly string[] {
  const performance = summarise(runs, 'performance').median;
  const tbt = summarise(runs, 'tbt').median;
  return [
    ...(performance < least ? [`performance ${performance}, by ${least - performance}`] : []),
    ...(tbt > MAX_TBT ? [`blocking time ${tbt.toFixed(0)} ms, by ${(tbt - MAX_TBT).toFixed(0)} ms`] : []),
  ];
}
