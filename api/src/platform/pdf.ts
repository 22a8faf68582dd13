/**
 * Writes PDF documents of text and lines (ISO 32000-1) in Helvetica, which every reader has. Its characters are those of
 * Windows-1252; `unprintable` finds others.
 */

/** Widths of Helvetica's characters from the space to the tilde, in thousandths of the size (Adobe's font metrics). */
const WIDTHS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
const OTHER_WIDTHS: Readonly<Record<string, number>> = {
  '–': 556,
  '—': 1000,
  '’': 222,
  '‘': 222,
  '×': 584,
  '…': 1000,
};

/** Windows-1252 has these where Latin-1 has control characters. */
const CODES: Readonly<Record<string, number>> = Object.fromEntries(
  [...'€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'].map((character, at) => [
    character,
    [
      0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94,
      0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f,
    ][at] ?? 0,
  ]),
);

function codeOf(character: string): number | undefined {
  const code = CODES[character] ?? character.charCodeAt(0);
  const isPrinted = (code >= 0x20 && code < 0x7f) || (code >= 0x80 && code <= 0xff);
  return character.length === 1 && isPrinted && (code < 0x80 || code >= 0xa0 || character in CODES)
    ? code
    : undefined;
}

/** The characters that a document cannot show, each once. */
export function unprintable(text: string): readonly string[] {
  return [...new Set(text.replaceAll('\n', ''))].filter((character) => codeOf(character) === undefined);
}

function widthOf(text: string, size: number): number {
  const widths = [...text].map((character) => {
    const [base = ''] = character.normalize('NFD');
    return OTHER_WIDTHS[character] ?? WIDTHS[base.charCodeAt(0) - 32] ?? 556;
  });
  return (widths.reduce((sum, width) => sum + width, 0) * size) / 1000;
}

/** Breaks a text into lines that fit. A word that is too long is broken, too. */
function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (widthOf(longer, size) <= width) line = longer;
      else {
        if (line !== '') lines.push(line);
        line = '';
        for (const character of word) {
          if (line !== '' && widthOf(line + character, size) > width) {
            lines.push(line);
            line = '';
          }
          line += character;
        }
      }
    }
    lines.push(line);
  }
  return lines;
}

interface TextOptions {
  readonly size?: number;
  readonly bold?: boolean;
  /** The left edge, or for `right` the right edge, in points from the left of the page. */
  readonly x?: number;
  readonly width?: number;
  readonly right?: boolean;
}

const PAGE = { width: 595, height: 842, margin: 56 };
const LINE_HEIGHT = 1.35;

/** A document of A4 pages that is filled from the top. */
export class PdfDocument {
  private readonly pages: string[][] = [[]];
  private y = PAGE.height - PAGE.margin;

  constructor(private readonly title: string) {}

  /** Writes texts side by side and goes below the longest; a new page begins where they would not fit. */
  row(...cells: readonly (readonly [text: string, options?: TextOptions])[]): this {
    const laidOut = cells.map(([text, options = {}]) => {
      const { size = 10, x = PAGE.margin, right = false } = options;
      const width = options.width ?? (right ? x - PAGE.margin : PAGE.width - PAGE.margin - x);
      return { ...options, size, x, right, lines: wrap(text, size, width) };
    });
    const height = Math.max(...laidOut.map(({ lines, size }) => lines.length * size * LINE_HEIGHT));
    if (this.y - height < PAGE.margin && this.pages.at(-1)?.length !== 0) {
      this.pages.push([]);
      this.y = PAGE.height - PAGE.margin;
    }
    for (const { lines, size, x, right, bold = false } of laidOut) {
      for (const [at, line] of lines.entries()) {
        const left = right ? x - widthOf(line, size) : x;
        const top = this.y - size - at * size * LINE_HEIGHT;
        this.draw(
          `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${point(left)} ${point(top)} Td (${escape(line)}) Tj ET`,
        );
      }
    }
    this.y -= height;
    return this;
  }

  space(points: number): this {
    this.y -= points;
    return this;
  }

  rule(): this {
    this.draw(
      `0.6 w 0.52 0.5 0.44 RG ${PAGE.margin} ${point(this.y)} m ${PAGE.width - PAGE.margin} ${point(this.y)} l S`,
    );
    this.y -= 8;
    return this;
  }

  private draw(operator: string): void {
    this.pages.at(-1)?.push(operator);
  }

  toBuffer(): Buffer {
    const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;
    const first = 6;
    const kids = this.pages.map((_, at) => `${first + at * 2} 0 R`).join(' ');
    const objects = [
      '<</Type/Catalog/Pages 2 0 R/Lang(en-GB)/ViewerPreferences<</DisplayDocTitle true>>>>',
      `<</Type/Pages/Kids[${kids}]/Count ${this.pages.length}>>`,
      font('Helvetica'),
      font('Helvetica-Bold'),
      `<</Title(${escape(this.title)})>>`,
      ...this.pages.flatMap((operators, at) => {
        const content = operators.join('\n');
        return [
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents ${first + at * 2 + 1} 0 R>>`,
          `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
        ];
      }),
    ];
    let file = '%PDF-1.7\n';
    const offsets = objects.map((object, at) => {
      const offset = file.length;
      file += `${at + 1} 0 obj\n${object}\nendobj\n`;
      return `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
    const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 5 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
    // Each character of the text is a byte of the file.
    return Buffer.from(file + table + trailer, 'latin1');
  }
}

function point(value: number): string {
  return value.toFixed(2);
}

/** A text as a string of PDF. @throws RangeError for a character that the font lacks. */
function escape(text: string): string {
  return [...text]
    .map((character) => {
      const code = codeOf(character);
      if (code === undefined) throw new RangeError(`The font has no ${JSON.stringify(character)}.`);
      const byte = String.fromCharCode(code);
      return '\\()'.includes(byte) ? `\\${byte}` : byte;
    })
    .join('');
}
