import { createHash } from 'node:crypto';
import { withPagePolicy } from './page-policy';

const CDN = 'https://cdn.academy.example';
const styles = '<style data-href="fonts">@font-face{}</style><style>h1{}</style>';
const page = `<!doctype html><html><head>\n<meta charset="utf-8">\n${styles}</head><body></body></html>`;
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (html: string) =>
  /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1];

describe('the policy of a page', () => {
  it('allows the styles of the page and an empty one, and none that are added later', () => {
    expect(policyOf(withPagePolicy(page, CDN))).toContain(
      `style-src 'self' ${[hashOf(''), hashOf('@font-face{}'), hashOf('h1{}')].join(' ')}; style-src-attr 'unsafe-inline'`,
    );
  });

  it('allows scripts, calls and pictures of the site and of releases only, and no frames', () => {
    const policy = policyOf(withPagePolicy(page, CDN)) ?? '';
    expect(policy).toContain(`script-src 'self' ${CDN} http://localhost:*`);
    expect(policy).toContain("frame-src 'none'");
    for (const directive of ['script-src', 'connect-src', 'img-src'])
      expect(policy).toContain(`; ${directive} 'self'`);
    expect(policy).not.toContain('paypal');
  });

  it('precedes every style', () => {
    const html = withPagePolicy(page, CDN);
    expect(html.indexOf('http-equiv')).toBeLessThan(html.indexOf('<style'));
  });

  it('allows styles of third parties in a document of its own', () => {
    expect(policyOf(withPagePolicy(page, CDN, true))).toBe(`style-src 'self' 'unsafe-inline'`);
  });
});
