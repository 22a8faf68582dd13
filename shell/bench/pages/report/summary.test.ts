import { emptyResults } from './results';
import { summarise } from './summary';
import { visit } from './testing/visit';

const click = (work: number) => ({ path: '/', latency: work, work });
const cost = (bytes: number) => ({ bytes, scriptBytes: bytes, requests: 1 });

describe('summarise', () => {
  it('has no line without results', () => {
    expect(summarise(emptyResults(1, '1'))).toEqual([]);
  });

  it('has a line for each kind of figure, and names what is missed most', () => {
    const lines = summarise({
      ...emptyResults(1, '1'),
      loads: {
        '/': { site: [{ ...visit, tbt: 300 }], vite: [{ ...visit, fcp: 1_000, lcp: 2_000 }] },
        '/isa-basket': { site: [{ ...visit, tbt: 40 }] },
      },
      firstClicks: { '/': [{ moment: 0, latency: 90 }] },
      navigations: { site: [click(40)] },
      touches: [click(160)],
      releases: { site: cost(2_048), vite: cost(102_400) },
      ownReleases: { 'shop, without dictionaries': cost(20_480), shell: cost(1_024) },
    });
    expect(lines).toEqual([
      'largest paint of the home page 0.50 s (Vite monolith 2.00 s)',
      'total blocking time 40 to 300 ms',
      'first click at 1 random moments: p95 90 ms to the next paint',
      'work from a hovered click to the next heading: p95 40 ms, after a touch 160 ms',
      'one changed line of the shop costs a returning visitor 2.0 KB, without compression dictionaries 20.0 KB (Vite monolith 100.0 KB)',
      'a release of the shell 1.0 KB, without them –',
      '15 of 17 aims are met',
      'missed most: TBT, ms (home), by 500 %',
      'missed most: work after a touch, p95, ms (all), by 7 %',
    ]);
  });
});
