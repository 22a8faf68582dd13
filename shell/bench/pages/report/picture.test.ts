import type { LoadFigures } from '../../../measure/page/load';
import { drawPicture } from './picture';
import { emptyResults } from './results';

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

describe('the picture', () => {
  const drawn = drawPicture({
    ...emptyResults(7, '140'),
    machine: '2 × <fast> & quiet',
    loads: { '/': { site: [visit], static: [{ ...visit, lcp: 1500, hydrated: undefined }] } },
  });

  it('is well-formed whatever the machine is called', () => {
    expect(drawn).toContain('2 × &lt;fast> &amp; quiet');
    expect(drawn).not.toContain('<fast>');
    expect(drawn).not.toMatch(/NaN|undefined/);
  });

  it('says its figures in words', () => {
    expect(drawn).toContain('home: this site 0.50 seconds, static page 1.50 seconds.');
    expect(drawn).toContain('aria-labelledby="bench-title bench-text"');
  });

  it('leaves out pages that were not visited', () => {
    expect(drawn).not.toContain('a lesson');
  });
});
