import { excerpt } from './excerpt';

describe('excerpt', () => {
  it('returns a text that fits whole and without an ellipsis', () => {
    expect(excerpt('abc', 3)).toBe('abc');
    expect(excerpt('', 3)).toBe('');
  });

  it('ends an excerpt with a whole word', () => {
    const text = 'surveillance is the patient reading of a street '.repeat(10).trim();
    for (let length = 20; length < 80; length += 1) {
      const shortened = excerpt(text, length).slice(0, -1);
      expect(shortened.length).toBeLessThanOrEqual(length);
      expect(text.startsWith(`${shortened} `)).toBe(true);
    }
  });

  it('keeps a word that ends exactly at the limit of an excerpt', () => {
    expect(excerpt('One two three', 7)).toBe('One two…');
    expect(excerpt('One two. Three', 7)).toBe('One two…');
    expect(excerpt('It is £24.99 now', 9)).toBe('It is…');
  });

  it('removes a comma or full stop before the ellipsis', () => {
    expect(excerpt('One, two, three', 10)).toBe('One, two…');
    expect(excerpt('It ends. Then more', 9, '...')).toBe('It ends...');
  });

  it('cuts a single word that is too long, counting an emoji as one character', () => {
    expect(excerpt('x'.repeat(300), 220)).toBe(`${'x'.repeat(220)}…`);
    expect(excerpt('😀😀😀', 2)).toBe('😀😀…');
  });
});
