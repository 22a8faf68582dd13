import { excerpt, EXCERPT_LENGTH } from './excerpt';

const words = 'surveillance is the patient reading of a street '.repeat(10).trim();

describe('excerpt', () => {
  it('never exceeds 220 characters, ellipsis included, wherever the words end', () => {
    for (let start = 0; start < 60; start += 1) {
      const shortened = excerpt(words.slice(start));
      expect(shortened.length).toBeLessThanOrEqual(EXCERPT_LENGTH);
      expect(shortened.endsWith('…')).toBe(true);
    }
  });

  it('cuts at the end of a word', () => {
    const shortened = excerpt(words).slice(0, -1);
    expect(words.startsWith(shortened)).toBe(true);
    expect(words[shortened.length]).toBe(' ');
  });

  it('leaves no comma or full stop before the ellipsis', () => {
    expect(excerpt('One, two, three', 10)).toBe('One, two…');
    expect(excerpt('It ends. Then more', 10)).toBe('It ends…');
  });

  it('keeps a text that fits to the last character', () => {
    const exact = 'x'.repeat(EXCERPT_LENGTH);
    expect(excerpt(exact)).toBe(exact);
    expect(excerpt('')).toBe('');
  });

  it('cuts one endless word', () => {
    expect(excerpt('x'.repeat(300))).toBe(`${'x'.repeat(EXCERPT_LENGTH - 1)}…`);
  });
});
