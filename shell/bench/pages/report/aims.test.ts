import { judge, missedBy, ratio } from './aims';
import { emptyResults, type Results } from './results';
import { visit } from './testing/visit';

function results(more: Partial<Results>): Results {
  return { ...emptyResults(1, '1'), ...more };
}

function verdictOf(found: Results, aim: string) {
  return judge(found).find((verdict) => verdict.aim === aim);
}

describe('aims', () => {
  it('are left out for figures that were not measured', () => {
    expect(judge(results({}))).toEqual([]);
    expect(ratio(5, undefined)).toBeUndefined();
    expect(ratio(5, 0)).toBeUndefined();
  });

  it('compare medians page by page', () => {
    const found = results({
      loads: {
        '/': {
          site: [visit, { ...visit, lcp: 9_000 }, visit],
          vite: [{ ...visit, lcp: 2_000 }],
        },
      },
    });
    expect(verdictOf(found, 'LCP to the Vite monolith')).toMatchObject({
      where: 'home',
      value: 0.25,
      met: true,
    });
  });

  it('are missed by the smallest excess', () => {
    const found = results({
      loads: { '/': { site: [{ ...visit, cls: 0.01 }], vite: [{ ...visit, lcp: 1_800 }] } },
    });
    const lcp = verdictOf(found, 'LCP to the Vite monolith');
    expect(lcp?.met).toBe(false);
    expect(lcp && missedBy(lcp)).toBe('by 12 %');
    const cls = verdictOf(found, 'CLS');
    expect(cls?.met).toBe(false);
    expect(cls && missedBy(cls)).toBe('by 0.010');
  });

  it('of private pages are fewer, and less strict for paints', () => {
    const found = results({
      loads: { '/isa-basket': { site: [visit], vite: [{ ...visit, lcp: 1_000 }] } },
    });
    expect(judge(found).map(({ aim, limit }) => [aim, limit])).toEqual([
      ['LCP to the Vite monolith', 0.5],
      ['hydrated to the Vite monolith', 1],
      ['scripts to the Vite monolith', 1.15],
      ['CLS', 0],
      ['TBT, ms', 50],
      ['INP, p95, ms', 100],
    ]);
  });

  it('compare blocking time with the prerendered monolith, whose pages block too', () => {
    const found = results({
      loads: { '/': { site: [{ ...visit, tbt: 300 }], 'vite-prerendered': [{ ...visit, tbt: 500 }] } },
    });
    expect(verdictOf(found, 'TBT to the prerendered one')).toMatchObject({ value: 0.6, met: false });
    expect(verdictOf(found, 'TBT, ms')).toMatchObject({ value: 300, met: false });
  });

  it('include first clicks, navigations and releases', () => {
    const click = (work: number) => ({ path: '/', latency: work, work });
    const cost = (bytes: number) => ({ bytes, scriptBytes: bytes, requests: 1 });
    const found = results({
      firstClicks: { '/': [16, 24, 180].map((latency) => ({ moment: 0, latency })) },
      navigations: { site: [click(10), click(80)] },
      touches: [click(100)],
      releases: { site: cost(3_000), vite: cost(100_000) },
      ownReleases: { 'shop, without dictionaries': cost(40_000), shell: cost(5_000) },
    });
    expect(verdictOf(found, 'first click, p95, ms')).toMatchObject({ where: 'home', value: 180, met: false });
    expect(verdictOf(found, 'work after a hovered click, p95, ms')).toMatchObject({ value: 80, met: false });
    expect(verdictOf(found, 'work after a touch, p95, ms')).toMatchObject({ value: 100, met: true });
    expect(verdictOf(found, 'bytes after a release to vite')).toMatchObject({ value: 0.03, met: true });
    expect(verdictOf(found, 'the same without dictionaries')).toMatchObject({ value: 0.4, met: false });
    expect(verdictOf(found, 'bytes after a release')).toMatchObject({ value: 3_000, met: false });
    expect(verdictOf(found, 'bytes after a release of the shell')).toMatchObject({ value: 5_000, met: true });
  });
});
