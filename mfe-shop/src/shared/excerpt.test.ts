import { excerpt, plainText } from './excerpt';

describe('plainText', () => {
  it('removes tags and decodes entities', () => {
    expect(plainText('<h2>Law &amp; order</h2>\n<p>34&nbsp;<em>pages</em>&#33; &#xA3;5</p>')).toBe(
      'Law & order 34 pages! £5',
    );
  });

  it('leaves unknown entities unchanged', () => {
    expect(plainText('R&D; &unheard; &#x110000;')).toBe('R&D; &unheard; &#x110000;');
  });
});

describe('excerpt', () => {
  it('returns a short text whole and without an ellipsis', () => {
    expect(excerpt('<p>Short.</p>', 200)).toBe('Short.');
    expect(excerpt('<p>abc</p>', 3)).toBe('abc');
  });

  it('truncates a longer text, counting an emoji as one character', () => {
    expect(excerpt('abcd', 3)).toBe('abc…');
    expect(excerpt('😀😀😀', 2)).toBe('😀😀…');
  });

  it('removes a space before the ellipsis', () => {
    expect(excerpt('ab cd', 3)).toBe('ab…');
  });
});
