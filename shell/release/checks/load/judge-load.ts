import type { LoadFigures } from '../../../measure/page/load';
import type { PageBudget, Ratios } from '../budgets';

/** What was measured of one page, in turns. */
export interface PageVisits {
  readonly path: string;
  readonly candidate: readonly LoadFigures[];
  /** Empty where the live site has no such page. */
  readonly live: readonly LoadFigures[];
}

/** One budget on one page, and how it came out. */
export interface LoadVerdict {
  readonly path: string;
  readonly what: string;
  /** `undefined` when it was never seen, which is no pass. */
  readonly value: number | undefined;
  readonly limit: number;
  /** For people: `168.0 kB`. */
  readonly say: (value: number) => string;
  readonly kept: boolean;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const times = (ratio: number) => `${ratio.toFixed(2)} of the live one’s`;

const BUDGETS: readonly {
  readonly figure: keyof PageBudget;
  readonly what: string;
  readonly say: (value: number) => string;
}[] = [
  { figure: 'scriptBytes', what: 'scripts', say: kilobytes },
  { figure: 'bytes', what: 'bytes', say: kilobytes },
  { figure: 'requests', what: 'requests', say: String },
  { figure: 'documentBytes', what: 'the page itself', say: kilobytes },
  { figure: 'hops', what: 'hops to the largest paint', say: String },
  { figure: 'cls', what: 'layout shift', say: (value) => value.toFixed(3) },
];

/**
 * Holds the best of a page's visits against its budgets. The best, since whatever else the machine does only adds: a
 * release that is heavier or slower is so on its best visit as well.
 */
export function judgeLoad(visits: PageVisits, budget: PageBudget, toLive: Ratios): readonly LoadVerdict[] {
  const { path, candidate, live } = visits;
  const judged = (
    what: string,
    value: number | undefined,
    limit: number,
    say: LoadVerdict['say'],
  ): LoadVerdict => ({ path, what, value, limit, say, kept: value !== undefined && value <= limit });
  const ratios = live.length === 0 ? [] : (['lcp', 'hydrated'] as const);
  return [
    ...BUDGETS.map(({ figure, what, say }) => judged(what, best(candidate, figure), budget[figure], say)),
    ...ratios.map((figure) => {
      const [ours, theirs] = [best(candidate, figure), best(live, figure)];
      const ratio = ours === undefined || !theirs ? undefined : ours / theirs;
      const what = figure === 'lcp' ? 'largest paint' : 'time until it can be used';
      const verdict = judged(what, ratio, toLive[figure], times);
      const isNoise = ratio !== undefined && !isClearlyLater(candidate, live, figure);
      return { ...verdict, kept: verdict.kept || isNoise };
    }),
  ];
}

/**
 * How many of all pairs of a visit here and one there must be later here. Of five and five that is Mann and Whitney's U
 * of 5 at most, which equal sites have in less than 8 of 100 comparisons (one-sided).
 */
const CLEARLY = 0.8;

/** On a busy machine the best of few visits may be far apart although the sites are equal. */
function isClearlyLater(
  candidate: readonly LoadFigures[],
  live: readonly LoadFigures[],
  figure: keyof Ratios,
): boolean {
  const pairs = candidate.flatMap((ours) => live.map((theirs) => [ours[figure], theirs[figure]] as const));
  const later = pairs.filter(([ours = Infinity, theirs = Infinity]) => ours > theirs);
  return later.length >= CLEARLY * pairs.length;
}

function best(visits: readonly LoadFigures[], figure: keyof PageBudget | keyof Ratios): number | undefined {
  const seen = visits.map((visit) => visit[figure]).filter((value) => value !== undefined);
  return seen.length === 0 ? undefined : Math.min(...seen);
}

/** `/isa-books/1: scripts 168.0 kB of 185.0 kB`. */
export function inWords({ path, what, value, limit, say }: LoadVerdict): string {
  const found = value === undefined ? 'was never seen' : say(value);
  return `${path}: ${what} ${found}; the budget is ${say(limit)}`;
}
