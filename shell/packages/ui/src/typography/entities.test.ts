import { decodeEntities } from './entities';

describe('decodeEntities', () => {
  it('decodes named, decimal and hexadecimal references', () => {
    expect(decodeEntities('Law &amp; order&#33; &#xA3;5')).toBe('Law & order! £5');
  });

  it('decodes only once', () => {
    expect(decodeEntities('&amp;lt;')).toBe('&lt;');
  });

  it.each(['R&D;', '&unheard;', '&constructor;', '&#x110000;'])('leaves %s as it is', (text) => {
    expect(decodeEntities(text)).toBe(text);
  });
});
