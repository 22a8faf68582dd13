import { splitHead } from './split-head';

describe('splitHead', () => {
  it('takes the leading head elements in order and leaves those inside the page', () => {
    const html =
      '<link rel="preload" as="image" href="/hero.svg"/><style data-href="a">b{}</style><title>A &lt; B</title><meta name="x"/>' +
      '<div><title>no title</title><link rel="x"/></div>';
    expect(splitHead(html)).toEqual({
      head: [
        '<link rel="preload" as="image" href="/hero.svg"/>',
        '<style data-href="a">b{}</style>',
        '<title>A &lt; B</title>',
        '<meta name="x"/>',
      ],
      body: '<div><title>no title</title><link rel="x"/></div>',
    });
  });

  it('leaves a page without leading head elements unchanged', () => {
    expect(splitHead('<div>Hello</div>')).toEqual({ head: [], body: '<div>Hello</div>' });
  });
});
