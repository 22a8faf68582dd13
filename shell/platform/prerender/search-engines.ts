/** The site map (sitemaps.org protocol 0.9). @param origin scheme and host, without a slash at the end. */
export function sitemapXml(addresses: readonly string[], origin: string): string {
  const escaped = [...addresses]
    .sort()
    .map((address) => (origin + address).replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...escaped.map((address) => `<url><loc>${address}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}

/** `robots.txt` (RFC 9309). Private pages are not listed: crawlers must read them to find their `noindex`. */
export function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /dev/\n\nSitemap: ${origin}/sitemap.xml\n`;
}
