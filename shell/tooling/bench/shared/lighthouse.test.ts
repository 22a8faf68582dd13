import { readReport } from './lighthouse';

const request = (url: string, resourceType: string, networkRequestTime: number) => ({
  url,
  resourceType,
  networkRequestTime,
  transferSize: 1_000,
});

function report(...timings: readonly { readonly name: string; readonly startTime: number }[]) {
  return {
    categories: { performance: { score: 0.985 } },
    audits: {
      metrics: {
        details: {
          items: [
            {
              firstContentfulPaint: 801.5,
              largestContentfulPaint: 902,
              totalBlockingTime: 33,
              cumulativeLayoutShift: 0.01,
              observedLargestContentfulPaint: 300,
            },
          ],
        },
      },
      'network-requests': {
        details: {
          items: [
            request('http://localhost/', 'Document', 0),
            request('data:image/svg+xml,', 'Image', 10),
            request('http://localhost/main.js', 'Script', 250),
            request('http://localhost/late.js', 'Script', 400),
            request('http://localhost/prefetched.js', 'Script', 700),
          ],
        },
      },
      'user-timings': { details: { items: timings } },
    },
  };
}

it('counts what was requested until the page was painted and hydrated', () => {
  const text = JSON.stringify(report({ name: 'isa-alive', startTime: 500 }));
  expect(readReport(text, 'a report')).toEqual({
    performance: 99,
    fcp: 801.5,
    lcp: 902,
    clockTbt: 33,
    cls: 0.01,
    hydrated: 500,
    scriptBytes: 2_000,
    bytes: 3_000,
    requests: 3,
    documentBytes: 1_000,
  });
});

it('counts until the largest paint where the page was not hydrated', () => {
  const { hydrated, requests } = readReport(JSON.stringify(report()), 'a report');
  expect({ hydrated, requests }).toEqual({ hydrated: undefined, requests: 2 });
});

it('names the report that lacks a figure', () => {
  expect(() => readReport(JSON.stringify({ ...report(), audits: {} }), 'the report on /')).toThrow(
    'the report on /',
  );
});
