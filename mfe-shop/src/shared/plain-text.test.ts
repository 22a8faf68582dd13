import { plainText } from './plain-text';

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
