import { drawChart } from './chart';
import { emptyResults } from './results';
import { visit } from './testing/visit';

describe('drawChart', () => {
  const chart = drawChart({
    ...emptyResults(7, '140'),
    machine: '2 × <fast> & quiet',
    loads: { '/': { site: [visit], static: [{ ...visit, lcp: 1500, hydrated: undefined }] } },
  });

  it('escapes the machine’s name', () => {
    expect(chart).toContain('2 × &lt;fast> &amp; quiet');
    expect(chart).not.toContain('<fast>');
    expect(chart).not.toMatch(/NaN|undefined/);
  });

  it('has a text alternative with the figures', () => {
    expect(chart).toContain('home: this site 0.50 seconds, static page 1.50 seconds.');
    expect(chart).toContain('aria-labelledby="bench-title bench-text"');
  });

  it('leaves out pages that were not measured', () => {
    expect(chart).not.toContain('a lesson');
  });
});
