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

/** Aims for the ratio of a figure of this site to another variant's; those of paints are for public pages only. */
const RATIOS: readonly (readonly [aim: string, figure: Figure, to: VariantId, limit: number])[] = [
  ['LCP to the Vite monolith', 'lcp', 'vite', 0.5],
  ['LCP to the prerendered one', 'lcp', 'vite-prerendered', 1.05],
  ['LCP to the static page', 'lcp', 'static', 1.1],
  ['FCP to the Vite monolith', 'fcp', 'vite', 0.4],
  ['hydrated to the Vite monolith', 'hydrated', 'vite', 1],
  ['scripts to the Vite monolith', 'scriptBytes', 'vite', 1.15],
];

/** Compares the results with all aims; figures that were not measured are left out. */
export function judge(results: Results): Verdict[] {
  const verdicts: Verdict[] = [];
  const add = (aim: string, where: string, value: number | undefined, limit: number) => {
    if (value !== undefined) verdicts.push({ aim, where, value, limit, met: value <= limit });
  };
  for (const [aim, figure, to, limit] of RATIOS) {
    for (const { path, name, isPublic } of measuredPages) {
      if (!isPublic && (figure === 'lcp' || figure === 'fcp')) continue;
      const median = (id: VariantId) => loadMedian(results, path, id, figure);
      add(aim, name, ratio(median('site'), median(to)), limit);
    }
  }
  for (const { path, name, isPublic } of measuredPages) {
    if (isPublic) add('hops to LCP', name, loadMedian(results, path, 'site', 'hops'), 2);
    add('CLS', name, loadMedian(results, path, 'site', 'cls'), 0);
  }
  const work = results.navigations.site?.map((navigation) => navigation.work) ?? [];
  add('work after a click, p95, ms', 'all', percentile(work, 0.95), 50);
  const { releases, ownReleases } = results;
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
  return verdicts;
}

export function ratio(value: number | undefined, reference: number | undefined): number | undefined {
  return value === undefined || !reference ? undefined : value / reference;
}

/** By how much a missed aim is exceeded. */
export function missedBy({ value, limit }: Verdict): string {
  return limit === 0 ? `by ${value.toFixed(3)}` : `by ${Math.ceil((value / limit - 1) * 100)} %`;
}
