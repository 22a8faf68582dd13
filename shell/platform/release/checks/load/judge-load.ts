import type { PageBudget, Ratios } from '../budgets';
import { kilobytes } from '../sizes';
import type { LoadFigures } from './lighthouse';

export interface PageVisits {
  readonly path: string;
  readonly candidate: readonly LoadFigures[];
  /** The visits of the live site; none where it does not have the page. */
  readonly live: readonly LoadFigures[];
}

export interface LoadVerdict {
  readonly path: string;
  readonly what: string;
  /** The measured value; `undefined` when it was never observed, which counts as failed. */
  readonly value: number | undefined;
  readonly limit: number;
  /** Formats a value, such as `168.0 kB`. */
  readonly format: (value: number) => string;
  readonly passed: boolean;
}

const times = (ratio: number) => `${ratio.toFixed(2)} times the live site’s`;

const BUDGETS: readonly {
  readonly figure: keyof PageBudget;
  readonly what: string;
  readonly format: (value: number) => string;
}[] = [
  { figure: 'scriptBytes', what: 'scripts', format: kilobytes },
  { figure: 'bytes', what: 'bytes', format: kilobytes },
  { figure: 'requests', what: 'requests', format: String },
  { figure: 'documentBytes', what: 'HTML document', format: kilobytes },
  { figure: 'tbt', what: 'total blocking time', format: (value) => `${value.toFixed(0)} ms` },
  { figure: 'cls', what: 'layout shift', format: (value) => value.toFixed(3) },
];

const TIMES = { lcp: 'largest paint', hydrated: 'time to hydration' } as const;

/** Compares the best of a page's visits, because other load on the machine only adds time. */
export function judgeLoad(visits: PageVisits, budget: PageBudget, toLive: Ratios): readonly LoadVerdict[] {
  const { path, candidate, live } = visits;
  const judge = (
    what: string,
    value: number | undefined,
    limit: number,
    format: LoadVerdict['format'],
  ): LoadVerdict => ({ path, what, value, limit, format, passed: value !== undefined && value <= limit });
  const timed = live.length === 0 ? [] : (['lcp', 'hydrated'] as const);
  return [
    ...BUDGETS.map(({ figure, what, format }) =>
      judge(what, best(candidate, figure), budget[figure], format),
    ),
    ...timed.map((figure) => {
      const [own, reference] = [best(candidate, figure), best(live, figure)];
      const ratio = own === undefined || !reference ? undefined : own / reference;
      const verdict = judge(TIMES[figure], ratio, toLive[figure], times);
      const isNoise = ratio !== undefined && !isClearlyLater(candidate, live, figure);
      return { ...verdict, passed: verdict.passed || isNoise };
    }),
  ];
}

/**
 * The share of all pairs in which the candidate must be later. With five visits each this is a Mann-Whitney U
 * of at most 5, which equal sites reach in less than 8 of 100 comparisons (one-sided).
 */
const CLEARLY_LATER = 0.8;

/** On a busy machine the best of a few visits can differ widely although the sites are equal. */
function isClearlyLater(
  candidate: readonly LoadFigures[],
  live: readonly LoadFigures[],
  figure: keyof Ratios,
): boolean {
  const pairs = candidate.flatMap((own) =>
    live.map((reference) => [own[figure], reference[figure]] as const),
  );
  const later = pairs.filter(([own = Infinity, reference = Infinity]) => own > reference);
  return later.length >= CLEARLY_LATER * pairs.length;
}

function best(visits: readonly LoadFigures[], figure: keyof PageBudget | keyof Ratios): number | undefined {
  const observed = visits.map((visit) => visit[figure]).filter((value) => value !== undefined);
  return observed.length === 0 ? undefined : Math.min(...observed);
}

/** Describes a verdict: `/isa-books/1: scripts 168.0 kB; the budget is 185.0 kB`. */
export function describeVerdict({ path, what, value, limit, format }: LoadVerdict): string {
  const found = value === undefined ? 'was never observed' : format(value);
  return `${path}: ${what} ${found}; the budget is ${format(limit)}`;
}
