import { CHARACTERS, charactersOf, unicodeRange } from './characters';

describe('characters of the fonts', () => {
  it('puts every character into one font file only', () => {
    const all = charactersOf([...CHARACTERS.basic, ...CHARACTERS.latin]);
    expect(new Set(all).size).toBe([...all].length);
  });

  it('covers all of Latin-1 by both font files together', () => {
    const all = charactersOf([...CHARACTERS.basic, ...CHARACTERS.latin]);
    const latin1 = charactersOf([
      [0x20, 0x7e],
      [0xa0, 0xff],
    ]);
    expect([...latin1].filter((character) => !all.includes(character))).toEqual([]);
  });

  it('formats ranges for unicode-range', () => {
    expect(
      unicodeRange([
        [0x20, 0x7e],
        [0xa3, 0xa3],
      ]),
    ).toBe('U+20-7e,U+a3');
  });
});
