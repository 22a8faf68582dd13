import { excerpt, EXCERPT_LENGTH } from './excerpt';

const text = 'surveillance is the patient reading of a street '.repeat(10).trim();

describe('excerpt', () => {
  it('never exceeds 220 characters including the ellipsis', () => {
    for (let start = 0; start < 60; start += 1) {
      const shortened = excerpt(text.slice(start));
      expect(shortened.length).toBeLessThanOrEqual(EXCERPT_LENGTH);
      expect(shortened.endsWith('…')).toBe(true);
    }
  });

  it('cuts at the end of a word', () => {
    const shortened = excerpt(text).slice(0, -1);
    expect(text.startsWith(shortened)).toBe(true);
    expect(text[shortened.length]).toBe(' ');
  });

  it('removes a comma or full stop before the ellipsis', () => {
    expect(excerpt('One, two, three', 10)).toBe('One, two…');
    expect(excerpt('It ends. Then more', 10)).toBe('It ends…');
  });

  it('does not change a text that fits', () => {
    const exact = 'x'.repeat(EXCERPT_LENGTH);
    expect(excerpt(exact)).toBe(exact);
    expect(excerpt('')).toBe('');
  });

  it('cuts a single word that is too long', () => {
    expect(excerpt('x'.repeat(300))).toBe(`${'x'.repeat(EXCERPT_LENGTH - 1)}…`);
  });
});
