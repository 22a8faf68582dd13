import { books, courses } from '../../../content';
import { htmlToMarkedText, markedTextToHtml, sectionsToText, textToSections } from './marked-text';

/** Spaces between elements have no meaning. */
const packed = (markup: string) =>
  markup
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(<\/?(?:p|h2|ul|li)>) ?/g, '$1')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
    .trim();

describe('texts that staff write', () => {
  it.each([...books, ...courses].map((item) => [item.link, item] as const))(
    'keep the text of %s when nothing is changed',
    (_, { content }) => {
      const text = htmlToMarkedText(content);
      expect(text).not.toMatch(/<|&#/);
      expect(packed(markedTextToHtml(text))).toBe(packed(content));
      expect(htmlToMarkedText(markedTextToHtml(text))).toBe(text);
    },
  );

  it.each(courses.map((course) => [course.link, course] as const))(
    'keep the modules of %s',
    (_, { modules }) => {
      expect(textToSections(sectionsToText(modules))).toEqual(modules);
    },
  );

  it('become paragraphs, headings, lists, links and important words', () => {
    expect(
      markedTextToHtml('## One\nA **b** c\nd\n\n- e\n- [f](/isa-books/1)\n\n[g](https://h.example/i)'),
    ).toBe(
      '<h2>One</h2>\n<p>A <strong>b</strong> c d</p>\n<ul><li>e</li><li><a href="/isa-books/1">f</a></li></ul>\n<p><a href="https://h.example/i">g</a></p>',
    );
  });

  it('have a list wherever lines begin with a bullet, as it is typed or pasted', () => {
    expect(markedTextToHtml('You learn:\n- foot\n  and bicycle\n• \tcar\nThen **rest**\n**Now**')).toBe(
      '<p>You learn:</p>\n<ul><li>foot and bicycle</li><li>car</li></ul>\n<p>Then <strong>rest</strong> <strong>Now</strong></p>',
    );
    expect(textToSections('Night\n•\tLight\n- Cover')).toEqual([
      { title: 'Night', points: ['Light', 'Cover'] },
    ]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](//evil.example)',
    '[x](https://a.example" onclick="b)',
    '**<b>**',
  ])('never become other HTML: %s', (text) => {
    const markup = markedTextToHtml(text);
    expect(markup.replaceAll(/<\/?(?:p|strong)>/g, '')).not.toMatch(/[<>]|<a/);
    expect(htmlToMarkedText(markup)).toBe(text);
  });

  it('are not made from HTML that an edit would lose', () => {
    expect(() => htmlToMarkedText('<table></table>')).toThrow('<table>');
  });
});
