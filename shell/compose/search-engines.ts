/** The site map (sitemaps.org protocol 0.9). @param origin scheme and host, without a slash at the end. */
export function sitemapXml(addresses: readonly string[], origin: string): string {
  const entries = [...addresses].sort().map((address) => `<url><loc>${escape(origin + address)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** `robots.txt` (RFC 9309). Private pages are not listed: crawlers must read them to find their `noindex`. */
export function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /dev/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
