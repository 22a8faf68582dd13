import { excerpt, plainText, sentences } from './excerpt';

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

describe('sentences', () => {
  it('ends at the last sentence that fits', () => {
    expect(sentences('<p>One is here. Two is here. Three is longer.</p>', 30)).toBe(
      'One is here. Two is here. …',
    );
    expect(sentences('<p>Exactly fits. And more.</p>', 13)).toBe('Exactly fits. …');
  });

  it('returns a text that fits whole and without an ellipsis', () => {
    expect(sentences('<p>One. Two.</p>', 9)).toBe('One. Two.');
  });

  it('does not end at a full stop within a number', () => {
    expect(sentences('It costs £4.50 in all shops of the country', 20)).toBe('It costs £4.50 in al…');
  });

  it('truncates at the limit when the sentences that fit are too short', () => {
    expect(sentences('No. The second sentence is longer.', 20)).toBe('No. The second sente…');
  });
});
