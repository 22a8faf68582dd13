import { createMemoryRouter } from 'react-router-dom';
import { createTraceContext } from './trace-context';

const FORMAT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-00$/;
const traceOf = (header: string) => header.split('-')[1];

it('gives all requests of a navigation one trace, and each an id of its own', async () => {
  const trace = createTraceContext();
  const headers: string[] = [];
  const record = () => {
    headers.push(trace.header(), trace.header());
    return null;
  };
  const router = createMemoryRouter([
    { path: '/' },
    { path: '/books', loader: record },
    { path: '/blog', loader: record },
  ]);
  trace.follow(router);
  record();
  await router.navigate('/books');
  await router.navigate('/blog');
  router.dispose();

  expect(headers).toHaveLength(6);
  for (const header of headers) expect(header).toMatch(FORMAT);
  expect(new Set(headers).size).toBe(6);
  const traces = headers.map(traceOf);
  expect(new Set(traces).size).toBe(3);
  expect([0, 2, 4].every((index) => traces[index] === traces[index + 1])).toBe(true);
});
