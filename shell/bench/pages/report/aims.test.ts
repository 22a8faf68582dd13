import type { LoadFigures } from '../../../measure/page/load';
import { judge, missedBy, ratio } from './aims';
import { emptyResults, type Results } from './results';

const visit: LoadFigures = {
  fcp: 400,
  lcp: 500,
  lcpElement: 'h1',
  cls: 0,
  tbt: 0,
  hydrated: 900,
  inp: 16,
  scriptBytes: 100,
  bytes: 200,
  requests: 5,
  documentBytes: 5,
  bytesAtRest: 200,
  requestsAtRest: 5,
  hops: 2,
  faults: [],
};

function results(more: Partial<Results>): Results {
  return { ...emptyResults(1, '1'), ...more };
}

function verdictOf(found: Results, aim: string) {
  return judge(found).find((verdict) => verdict.aim === aim);
}

describe('aims', () => {
  it('are not judged on what was not measured', () => {
    expect(judge(results({}))).toEqual([]);
    expect(ratio(5, undefined)).toBeUndefined();
    expect(ratio(5, 0)).toBeUndefined();
  });

  it('compare medians, page by page', () => {
    const found = results({
      loads: {
        '/': {
          site: [visit, { ...visit, lcp: 9_000 }, visit],
          vite: [{ ...visit, lcp: 1_000 }],
        },
      },
    });
    expect(verdictOf(found, 'LCP to the Vite monolith')).toMatchObject({
      where: 'home',
      value: 0.5,
      met: true,
    });
  });

  it('are missed by the least excess', () => {
    const found = results({
      loads: { '/': { site: [{ ...visit, cls: 0.01 }], vite: [{ ...visit, lcp: 900 }] } },
    });
    const lcp = verdictOf(found, 'LCP to the Vite monolith');
    expect(lcp?.met).toBe(false);
    expect(lcp && missedBy(lcp)).toBe('by 12 %');
    const cls = verdictOf(found, 'CLS');
    expect(cls?.met).toBe(false);
    expect(cls && missedBy(cls)).toBe('by 0.010');
  });

  it('hold a private page to those that are about all pages', () => {
    const found = results({ loads: { '/isa-basket': { site: [visit], vite: [visit] } } });
    expect(judge(found).map(({ aim }) => aim)).toEqual([
      'hydrated to the Vite monolith',
      'scripts to the Vite monolith',
      'CLS',
    ]);
  });

  it('take the slow clicks and the smallest releases seriously', () => {
    const click = (work: number) => ({ path: '/', latency: work, work });
    const cost = (bytes: number) => ({ bytes, scriptBytes: bytes, requests: 1 });
    const found = results({
      navigations: { site: [click(10), click(80)] },
      releases: { site: cost(30), vite: cost(100) },
    });
    expect(verdictOf(found, 'work after a click, p95, ms')).toMatchObject({ value: 80, met: false });
    expect(verdictOf(found, 'bytes after a release to vite')).toMatchObject({ value: 0.3, met: true });
  });
});
