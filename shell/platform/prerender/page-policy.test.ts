import { createHash } from 'node:crypto';
import { withPagePolicy } from './page-policy';

const CDN = 'https://cdn.example';
const styles = '<style data-href="fonts">@font-face{}</style><style>h1{}</style>';
const pageWith = (body: string) =>
  `<!doctype html><html><head>\n<meta charset="utf-8">\n${styles}</head><body>${body}</body></html>`;
const page = pageWith('');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (html: string) =>
  /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1];

describe('the policy of a page', () => {
  it('allows the styles of the page and an empty one, and none that are added later', () => {
    expect(policyOf(withPagePolicy(page, CDN))).toBe(
      `style-src 'self' ${[hashOf(''), hashOf('@font-face{}'), hashOf('h1{}')].join(' ')}; style-src-attr 'none'`,
    );
  });

  it('allows the style attributes of the page by what browsers read from them', () => {
    const body = `<i style="width:1px"></i><b style="font-family:&quot;A&#x27;&amp;&quot;"></b><b style="width:1px"></b>`;
    expect(policyOf(withPagePolicy(pageWith(body), CDN))).toContain(
      `style-src-attr 'unsafe-hashes' ${hashOf('width:1px')} ${hashOf(`font-family:"A'&"`)}`,
    );
  });

  it('precedes every style', () => {
    const html = withPagePolicy(page, CDN);
    expect(html.indexOf('http-equiv')).toBeLessThan(html.indexOf('<style'));
  });

  it('is computed in linear time', () => {
    // Quadratic time would exceed the limit of a test many times.
    expect(policyOf(withPagePolicy(pageWith('<style>'.repeat(2_000_000)), CDN))).toBeDefined();
  });

  it('leaves styles of third parties to the policy of the response', () => {
    expect(policyOf(withPagePolicy(page, CDN, true))).toBeUndefined();
  });
});
