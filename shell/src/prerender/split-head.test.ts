import { splitHead } from './split-head';

describe('splitHead', () => {
  it('takes what leads, in its order, and nothing from inside the page', () => {
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

  it('leaves a page that brings nothing as it is', () => {
    expect(splitHead('<div>Hello</div>')).toEqual({ head: [], body: '<div>Hello</div>' });
  });
});
