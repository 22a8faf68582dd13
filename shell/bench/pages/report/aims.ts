import { measuredPages } from '../../../measure/pages';
import type { VariantId } from '../variants';
import { type Figure, loadMedian, type Results } from './results';
import { percentile } from './statistics';

/** Whether one page meets one aim. */
export interface Verdict {
  readonly aim: string;
  /** The page's name, or `all`. */
  readonly where: string;
  readonly value: number;
  readonly limit: number;
  readonly met: boolean;
}

/** An aim for the ratio of a figure of this site to another variant's. */
interface RatioAim {
  readonly aim: string;
  readonly figure: Figure;
  readonly to: VariantId;
  readonly limit: number;
  /** For private pages, which differ from visitor to visitor; none when absent. */
  readonly privateLimit?: number;
}

const RATIOS: readonly RatioAim[] = [
  { aim: 'LCP to the Vite monolith', figure: 'lcp', to: 'vite', limit: 0.25, privateLimit: 0.5 },
  { aim: 'LCP to the prerendered one', figure: 'lcp', to: 'vite-prerendered', limit: 1 },
  { aim: 'LCP to the static page', figure: 'lcp', to: 'static', limit: 1.05 },
  { aim: 'FCP to the Vite monolith', figure: 'fcp', to: 'vite', limit: 0.4 },
  { aim: 'TBT to the prerendered one', figure: 'tbt', to: 'vite-prerendered', limit: 0.3, privateLimit: 0.3 },
  { aim: 'hydrated to the Vite monolith', figure: 'hydrated', to: 'vite', limit: 1, privateLimit: 1 },
  { aim: 'scripts to the Vite monolith', figure: 'scriptBytes', to: 'vite', limit: 1.15, privateLimit: 1.15 },
];

/** Compares the results with all aims; figures that were not measured are left out. */
export function judge(results: Results): Verdict[] {
  const verdicts: Verdict[] = [];
  const add = (aim: string, where: string, value: number | undefined, limit: number) => {
    if (value !== undefined) verdicts.push({ aim, where, value, limit, met: value <= limit });
  };
  for (const { aim, figure, to, limit, privateLimit } of RATIOS) {
    for (const { path, name, isPublic } of measuredPages) {
      const wanted = isPublic ? limit : privateLimit;
      const median = (id: VariantId) => loadMedian(results, path, id, figure);
      if (wanted !== undefined) add(aim, name, ratio(median('site'), median(to)), wanted);
    }
  }
  for (const { path, name, isPublic } of measuredPages) {
    if (isPublic) add('hops to LCP', name, loadMedian(results, path, 'site', 'hops'), 2);
    add('CLS', name, loadMedian(results, path, 'site', 'cls'), 0);
    add('TBT, ms', name, loadMedian(results, path, 'site', 'tbt'), 50);
    const latencies = results.firstClicks[path]?.map(({ latency }) => latency) ?? [];
    add('first click, p95, ms', name, percentile(latencies, 0.95), 100);
  }
  const inp = Object.values(results.loads).flatMap(({ site = [] }) => site.map((visit) => visit.inp));
  add(
    'INP, p95, ms',
    'all',
    percentile(
      inp.filter((value) => value !== undefined),
      0.95,
    ),
    100,
  );
  const workOf = (navigations: Results['touches'] = []) => navigations.map(({ work }) => work);
  add('work after a hovered click, p95, ms', 'all', percentile(workOf(results.navigations.site), 0.95), 50);
  add('work after a touch, p95, ms', 'all', percentile(workOf(results.touches), 0.95), 150);
  judgeReleases(results, add);
  return verdicts;
}

function judgeReleases(
  { releases, ownReleases }: Results,
  add: (aim: string, where: string, value: number | undefined, limit: number) => void,
): void {
  for (const [monolith, limit] of [
    ['webpack', 0.3],
    ['vite', 0.05],
  ] as const) {
    const { site, [monolith]: other } = releases;
    add(`bytes after a release to ${monolith}`, 'all', ratio(site?.bytes, other?.bytes), limit);
  }
  const withoutDictionaries = ownReleases['shop, without dictionaries']?.bytes;
  add('the same without dictionaries', 'all', ratio(withoutDictionaries, releases.vite?.bytes), 0.3);
  add('bytes after a release', 'all', releases.site?.bytes, 2 * 1024);
  add('bytes after a release of the shell', 'all', ownReleases.shell?.bytes, 5 * 1024);
}

export function ratio(value: number | undefined, reference: number | undefined): number | undefined {
  return value === undefined || !reference ? undefined : value / reference;
}

/** By how much a missed aim is exceeded. */
export function missedBy({ value, limit }: Verdict): string {
  return limit === 0 ? `by ${value.toFixed(3)}` : `by ${Math.ceil((value / limit - 1) * 100)} %`;
}
