import { render, screen, within } from '@testing-library/react';
import { Prose } from './prose';

const htmlOf = (html: string) => render(<Prose html={html} />).container.firstElementChild?.innerHTML;

describe('prose', () => {
  it.each([
    '<h2>Terms</h2><p>One <strong>two <em>three</em></strong> four,<br>five</p><ul><li>a</li><li>b</li></ul>',
    '<p>See <a href="/contact?a=1&amp;b=2">us</a> &amp; <code>&lt;b&gt;</code></p><blockquote>So</blockquote>',
  ])('has the elements of the HTML %s', (html) => {
    expect(htmlOf(html)).toBe(html);
  });

  it('says the role of each part of a table, whose cells are below each other on phones', () => {
    render(
      <Prose html='<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>B</td></tr></tbody></table>' />,
    );
    const table = screen.getByRole('table');
    expect(within(table).getByRole('columnheader', { name: 'A' })).toHaveAttribute('role', 'columnheader');
    expect(within(table).getByRole('cell', { name: 'B' })).toHaveAttribute('role', 'cell');
    for (const part of [
      table,
      ...within(table).getAllByRole('row'),
      ...within(table).getAllByRole('rowgroup'),
    ])
      expect(part).toHaveAttribute('role');
  });

  it('shows tags and attributes that running text does not need as text, or not at all', () => {
    expect(htmlOf('<p onclick="go()">a<script>go()</script><img src=x onerror=go()> 1 < 2</p>')).toBe(
      '<p>a&lt;script&gt;go()&lt;/script&gt;&lt;img src=x onerror=go()&gt; 1 &lt; 2</p>',
    );
  });

  it('ends the innermost element with any end tag, and ignores one outside of all elements', () => {
    expect(htmlOf('</p><ul><li>One</ul><p>Two')).toBe('<ul><li>One</li><p>Two</p></ul>');
  });

  it('gives the browser no text as HTML', () => {
    const setHtml = jest.spyOn(Element.prototype, 'innerHTML', 'set');
    render(<Prose html="<p>Text</p>" />);
    expect(setHtml).not.toHaveBeenCalled();
  });
});
