import { purchaseOrderError } from '@isa/api-contract';
import { pdfLines } from '../../testing/pdf-lines';
import { createPdf, unprintable } from './pdf';

const open = () => createPdf({ title: 'Title', date: new Date('2026-11-27T10:00:00Z') });

describe('a PDF document', () => {
  it('shows the letters of all of Europe, and brackets', async () => {
    const lines = ['a) \\ £ é – €', 'Łódź, Žižkov, Știrbei, İstanbul', 'Ελλάς', 'Київ'];
    const document = await open();
    for (const line of lines) document.row([line, { bold: line.startsWith('Ł') }]);
    expect(pdfLines(await document.toBuffer())).toEqual(lines);
  });

  it('names what it cannot show', async () => {
    expect(await unprintable('Łukasz 東\nJörg’s “£5” €')).toEqual(['東']);
    expect(await unprintable('\u0007\u0085')).toHaveLength(2);
  });

  it('shows every character that the checkout accepts in a purchase order', async () => {
    const characters = Array.from({ length: 0x10_000 }, (_, code) => String.fromCharCode(code));
    const accepted = characters.filter(
      (character) => !/\p{Cn}/u.test(character) && purchaseOrderError(`PO${character}1`) === undefined,
    );
    expect(accepted).toEqual(expect.arrayContaining([...'09AZaz-/.#_ Łößñ№ΩЖ']));
    expect(accepted).not.toContain('東');
    expect(await unprintable(accepted.join(''))).toEqual([]);
  });

  it('breaks long lines and words, and begins another page', async () => {
    const document = await open();
    document.row(['word '.repeat(60)]).row(['x'.repeat(300)]);
    for (let at = 0; at < 80; at++) document.row([`Line ${at}`]);
    const bytes = await document.toBuffer();
    const lines = pdfLines(bytes);
    expect(lines.join(' ').match(/word/g)).toHaveLength(60);
    expect(lines.filter((line) => /^x+$/.test(line)).join('')).toHaveLength(300);
    expect(lines.slice(-80)).toEqual(Array.from({ length: 80 }, (_, at) => `Line ${at}`));
    expect(bytes.toString('latin1')).toMatch(/\/Count 2\b/);
  });

  it('has equal bytes for equal texts, and a title for readers', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(async () => (await open()).row(['Ł'], ['right', { x: 500, right: true }]).toBuffer()),
    );
    expect(one).toEqual(other);
    expect(one?.toString('latin1')).toContain('(Title)');
  });
});
