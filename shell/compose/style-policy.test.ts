import { createHash } from 'node:crypto';
import { withStylePolicy } from './style-policy';

const styles = '<style data-href="fonts">@font-face{}</style><style>h1{}</style>';
const page = `<!doctype html><html><head>\n<meta charset="utf-8">\n${styles}</head><body></body></html>`;
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (html: string) =>
  /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1];

describe('the style policy of a page', () => {
  it('allows the styles of the page and an empty one, and none that are added later', () => {
    expect(policyOf(withStylePolicy(page))).toBe(
      `style-src 'self' ${[hashOf(''), hashOf('@font-face{}'), hashOf('h1{}')].join(' ')}; style-src-attr 'unsafe-inline'`,
    );
  });

  it('precedes every style', () => {
    const html = withStylePolicy(page);
    expect(html.indexOf('http-equiv')).toBeLessThan(html.indexOf('<style'));
  });

  it('allows styles of third parties in a document of its own', () => {
    expect(policyOf(withStylePolicy(page, true))).toBe(`style-src 'self' 'unsafe-inline'`);
  });
});
