import { appShellFile, NOT_FOUND_PAGE, type RouteTable } from '../../formats/route-table';
import type { SiteFile } from '../../store/site';

export const SITE = 'https://academy.example';
export const CDN = 'https://cdn.academy.example';
export const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
/** The origin of videos with `VIDEO_DELIVERY=s3`. */
export const VIDEOS = 'https://videos.academy.example';
export const LISTS = 'https://lists.example';
export const script = 'export const answer = 42;\n'.repeat(50);

export const page = (text: string): SiteFile => ({
  text: `<!doctype html><h1>${text}</h1>${' '.repeat(500)}`,
});

/** The routes of the test site builds. */
const hostedRoutes: Pick<RouteTable, 'routes'> = {
  routes: [
    { pattern: '/', file: 'index.html', status: 200 },
    { pattern: '/isa-books/1', file: 'isa-books/1.html', status: 200 },
    { pattern: '/isa-books/all-books', file: 'isa-books/all-books.html', status: 200 },
    { pattern: '/checkout', file: 'checkout.html', status: 200 },
    { pattern: '/isa-basket', file: 'isa-basket.html', status: 200 },
    { pattern: '/Old-Books', file: 'Old-Books.html', status: 200, redirect: '/isa-books/all-books' },
    { pattern: '/isa-books/:bookId', file: appShellFile('/isa-books/:bookId'), status: 200 },
    { pattern: '/reset/:token/done', file: appShellFile('/reset/:token/done'), status: 200 },
    { pattern: '/a/:b/:c', file: appShellFile('/a/:b/:c'), status: 200 },
    { pattern: '/events', file: '404.html', status: 410 },
    { pattern: '/:kind/all-books', file: '404.html', status: 410 },
    { pattern: '/isa-books/:any', file: 'all-books.html', status: 200, redirect: '/isa-books/all-books' },
  ],
};

/** The pages and tables of the test site builds. */
export const siteBuildFiles: Readonly<Record<string, SiteFile>> = {
  'index.html': page('Home'),
  'isa-books/all-books.html': page('All books'),
  'Old-Books.html': page('Moved'),
  'isa-books/1.html': page('Book 1'),
  'checkout.html': page('Checkout'),
  'isa-basket.html': page('Basket'),
  [appShellFile('/isa-books/:bookId')]: page('Some book'),
  [appShellFile('/reset/:token/done')]: page('Inner'),
  [appShellFile('/a/:b/:c')]: page('Two'),
  '404.html': page('Not found'),
  'routes.json': { text: JSON.stringify({ ...hostedRoutes, missing: NOT_FOUND_PAGE }) },
  'registry.json': { text: '{"registry":{}}' },
  'calls.json': { text: '{}' },
  'sitemap.xml': { text: '<urlset/>' },
  'favicon.ico': { text: 'icon' },
  'site.webmanifest': { text: '{}' },
};
