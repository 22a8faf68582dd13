import { PdfDocument, unprintable } from './pdf';

const textsOf = (bytes: Buffer) =>
  [...bytes.toString('latin1').matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)].map(([, text = '']) => text);

describe('a PDF document', () => {
  it('has the structure that readers expect: each object stands where the table says', () => {
    const file = new PdfDocument('Title').row(['Hello']).toBuffer().toString('latin1');
    expect(file.startsWith('%PDF-1.7\n')).toBe(true);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    expect(file.slice(start, start + 4)).toBe('xref');
    const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    );
    expect(offsets.length).toBe(7);
    for (const [at, offset] of offsets.entries()) {
      expect(file.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj\\n`));
    }
    const [, length, content] = /<<\/Length (\d+)>>\nstream\n(.*?)\nendstream/s.exec(file) ?? [];
    expect(content).toHaveLength(Number(length));
  });

  it('escapes brackets and writes the characters of Western Europe', () => {
    const [text = ''] = textsOf(new PdfDocument('t').row(['a) \\ £ é – €']).toBuffer());
    expect(text).toBe('a\\) \\\\ \u00A3 \u00E9 \u0096 \u0080');
  });

  it('names what it cannot show, and never writes another character instead', () => {
    expect(unprintable('Łukasz 東\nJörg’s “£5” €')).toEqual(['Ł', '東']);
    expect(unprintable('\u0007\u0085')).toHaveLength(2);
    expect(() => new PdfDocument('t').row(['Ł']).toBuffer()).toThrow(RangeError);
  });

  it('breaks long lines and words, and begins another page', () => {
    const document = new PdfDocument('t').row(['word '.repeat(60)]).row(['x'.repeat(300)]);
    const lines = textsOf(document.toBuffer());
    expect(lines.join(' ').match(/word/g)).toHaveLength(60);
    expect(lines.filter((line) => /^x+$/.test(line)).join('')).toHaveLength(300);
    for (let at = 0; at < 80; at++) document.row([`Line ${at}`]);
    expect(document.toBuffer().toString('latin1')).toMatch(/\/Count 2\b/);
  });
});
