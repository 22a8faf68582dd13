/**
 * The servers handle these first path segments, or the site build has a file of that name (`shell/public`,
 * `shell/packages/kit/pack/public-files.ts`).
 */
const RESERVED = new Set([
  'api',
  'dev',
  'ops',
  'shell',
  'art',
  'assets',
  'media',
  'og',
  '_frames',
  '404',
  'index',
  'apple-touch-icon.png',
  'calls.json',
  'site-build.json',
  'favicon.ico',
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'preview-keys.json',
  'registry.json',
  'robots.txt',
  'routes.json',
  'site.webmanifest',
  'sitemap.xml',
]);

/** A folder in the place of a page's file, of its compressed copies or of its deltas. */
const FOLDER = /\.(?:html|br|gz|dcz)\//;

/** @param address a path or a route's pattern. Case does not count. */
export function isReserved(address: string): boolean {
  const lower = address.toLowerCase();
  const [first = ''] = lower.split('/').filter(Boolean);
  return RESERVED.has(first.replace(/\?$/, '')) || FOLDER.test(lower);
}
