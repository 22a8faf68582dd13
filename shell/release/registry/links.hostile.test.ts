import type { Release } from '../../formats/release';
import { linksInPages } from './links';

test('the links of a page are found in a time that grows with its length', () => {
  const registry = { revision: 1, shell: { live: '1.0.0' }, remotes: [] };
  const shell = { routes: [{ path: '/login', title: 'Log in' }] } as unknown as Release;
  const pages = new Map([['/login', `<main>${'<a '.repeat(1_000_000)}<a class="x" href="/basket"></main>`]]);
  const started = performance.now();
  const links = linksInPages(
    pages,
    registry,
    shell,
    () => true,
    () => true,
  );
  expect(links).toEqual(['/login of shell links to /basket']);
  expect(performance.now() - started).toBeLessThan(2_000);
});
