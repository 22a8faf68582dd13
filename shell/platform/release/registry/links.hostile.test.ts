import { linksInPages } from './links';

test('the links of a page are found in linear time', () => {
  const registry = { revision: 1, shell: { live: '1.0.0' }, remotes: [] };
  const shell = { routes: [{ path: '/login', title: 'Log in' }] };
  const pages = new Map([['/login', `<main>${'<a '.repeat(1_000_000)}<a class="x" href="/basket"></main>`]]);
  // Quadratic time would exceed the limit of a test many times.
  const links = linksInPages(
    pages,
    registry,
    shell,
    () => true,
    () => true,
  );
  expect(links).toEqual(['/login of shell links to /basket']);
});
