import { robotsTxt, sitemapXml } from './search-engines';

describe('sitemap.xml and robots.txt', () => {
  it('list every public address, escaped', () => {
    const map = sitemapXml(['/b?x=1&y=2', '/a'], 'https://academy.test');
    expect(map.match(/<loc>.*?<\/loc>/g)).toEqual([
      '<loc>https://academy.test/a</loc>',
      '<loc>https://academy.test/b?x=1&amp;y=2</loc>',
    ]);
  });

  it('refer crawlers to the site map and exclude the API', () => {
    expect(robotsTxt('https://academy.test')).toMatch(
      /Disallow: \/api\/\n[^]*Sitemap: https:\/\/academy\.test\/sitemap\.xml/,
    );
  });
});
