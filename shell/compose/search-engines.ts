/**
 * The site map (sitemaps.org protocol 0.9): every public address of the live releases.
 * @param origin scheme and host of the public site, without a slash at the end.
 */
export function siteMap(addresses: readonly string[], origin: string): string {
  const entries = [...addresses].sort().map((address) => `<url><loc>${escape(origin + address)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** What crawlers are asked to leave alone (RFC 9309). Private pages say `noindex` themselves, so they stay readable. */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /dev/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
