import { hopsToLargestPaint, type RequestRecord } from './hops';

const page: RequestRecord = {
  url: 'https://site.test/',
  type: 'Document',
  start: 0,
  end: 100,
  initiator: 'other',
  causes: [],
};

function request(name: string, start: number, end: number, more: Partial<RequestRecord> = {}): RequestRecord {
  const type = name.endsWith('.js') ? 'Script' : name.endsWith('.svg') ? 'Image' : 'Fetch';
  return {
    url: `https://site.test/${name}`,
    type,
    start,
    end,
    initiator: 'parser',
    causes: [page.url],
    ...more,
  };
}
const byScript = { initiator: 'script' } as const;
const urlOf = (name: string) => `https://site.test/${name}`;

describe('hopsToLargestPaint', () => {
  it('is one for text of the document, whatever else was fetched meanwhile', () => {
    const requests = [page, request('main.js', 100, 200), request('api/books', 210, 300, byScript)];
    expect(hopsToLargestPaint(requests, { time: 400, parsed: true, what: 'h1' })).toBe(1);
  });

  it('is two for a picture that the document names', () => {
    const requests = [page, request('main.js', 100, 150), request('hero.svg', 110, 300)];
    expect(
      hopsToLargestPaint(requests, { time: 310, parsed: true, what: 'h1', url: urlOf('hero.svg') }),
    ).toBe(2);
  });

  it('counts code and data before text that a script rendered', () => {
    const requests = [
      page,
      request('main.js', 100, 200),
      request('page.js', 210, 300, byScript),
      request('api/books', 210, 320, byScript),
    ];
    expect(hopsToLargestPaint(requests, { time: 400, parsed: false, what: 'h1' })).toBe(3);
  });

  it('counts a picture after the code and data that requested it', () => {
    const requests = [
      page,
      request('main.js', 100, 200),
      request('page.js', 210, 300, byScript),
      request('hero.svg', 310, 400),
    ];
    expect(
      hopsToLargestPaint(requests, { time: 410, parsed: false, what: 'h1', url: urlOf('hero.svg') }),
    ).toBe(4);
  });

  it('counts every step of a naive federation', () => {
    const requests = [
      page,
      request('main.js', 100, 200),
      request('registry.json', 210, 300, byScript),
      request('mf-manifest.json', 310, 400, byScript),
      request('remoteEntry.js', 410, 500, byScript),
      request('expose.js', 510, 600, byScript),
      request('page.js', 610, 700, byScript),
    ];
    expect(hopsToLargestPaint(requests, { time: 800, parsed: false, what: 'h1' })).toBe(7);
  });

  it('counts parallel preloads once', () => {
    const requests = [
      page,
      request('main.js', 100, 250),
      request('entry.js', 101, 260),
      request('chunk.js', 102, 270),
    ];
    expect(hopsToLargestPaint(requests, { time: 400, parsed: false, what: 'h1' })).toBe(2);
  });

  it('ignores requests after the paint and requests that never finished', () => {
    const hanging = request('hanging.js', 210, Infinity, byScript);
    const requests = [page, request('main.js', 100, 200), hanging, request('late.js', 300, 900, byScript)];
    expect(hopsToLargestPaint(requests, { time: 400, parsed: false, what: 'h1' })).toBe(2);
  });
});
