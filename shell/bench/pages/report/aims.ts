import { routes } from '../../../measure/routes';
import type { VariantId } from '../variants';
import { type Figure, loadMedian, type Results } from './results';
import { percentile } from './statistics';

/** One aim on one page, and how it came out. */
export interface Verdict {
  readonly aim: string;
  /** The page's name, or `all`. */
  readonly where: string;
  readonly value: number;
  readonly limit: number;
  readonly met: boolean;
}

interface RatioAim {
  readonly aim: string;
  readonly figure: Figure;
  readonly to: VariantId;
  readonly limit: number;
  readonly onlyPublic: boolean;
}

/** Aims that compare this site with another variant. */
const RATIOS: readonly RatioAim[] = [
  { aim: 'LCP to the Vite monolith', figure: 'lcp', to: 'vite', limit: 0.5, onlyPublic: true },
  { aim: 'LCP to the prerendered one', figure: 'lcp', to: 'vite-prerendered', limit: 1.05, onlyPublic: true },
  { aim: 'LCP to the static page', figure: 'lcp', to: 'static', limit: 1.1, onlyPublic: true },
  { aim: 'FCP to the Vite monolith', figure: 'fcp', to: 'vite', limit: 0.4, onlyPublic: true },
  { aim: 'hydrated to the Vite monolith', figure: 'hydrated', to: 'vite', limit: 1, onlyPublic: false },
  { aim: 'scripts to the Vite monolith', figure: 'scriptBytes', to: 'vite', limit: 1.15, onlyPublic: false },
];

/** Judges what was measured; what was not is left out. */
export function judge(results: Results): Verdict[] {
  const verdicts: Verdict[] = [];
  const add = (aim: string, where: string, value: number | undefined, limit: number) => {
    if (value !== undefined) verdicts.push({ aim, where, value, limit, met: value <= limit });
  };
  for (const { aim, figure, to, limit, onlyPublic } of RATIOS) {
    for (const { path, name, isPublic } of routes) {
      if (onlyPublic && !isPublic) continue;
      const ours = loadMedian(results, path, 'site', figure);
      add(aim, name, ratio(ours, loadMedian(results, path, to, figure)), limit);
    }
  }
  for (const { path, name, isPublic } of routes) {
    if (isPublic) add('hops to LCP', name, loadMedian(results, path, 'site', 'hops'), 2);
    add('CLS', name, loadMedian(results, path, 'site', 'cls'), 0);
  }
  const work = results.navigations.site?.map((navigation) => navigation.work) ?? [];
  add('work after a click, p95, ms', 'all', percentile(work, 0.95), 50);
  for (const monolith of ['webpack', 'vite'] as const) {
    const { site, [monolith]: other } = results.releases;
    add(`bytes after a release to ${monolith}`, 'all', ratio(site?.bytes, other?.bytes), 0.3);
  }
  return verdicts;
}

export function ratio(ours: number | undefined, theirs: number | undefined): number | undefined {
  return ours === undefined || !theirs ? undefined : ours / theirs;
}

/** How far off a missed aim is, in words. */
export function missedBy({ value, limit }: Verdict): string {
  return limit === 0 ? `by ${value.toFixed(3)}` : `by ${Math.ceil((value / limit - 1) * 100)} %`;
}
