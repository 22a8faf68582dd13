import { buffer } from 'node:stream/consumers';
import type { Font } from 'fontkit';

/**
 * DejaVu Sans has the letters of all European languages, and more. A document embeds those that it uses, because the fonts
 * that every reader has lack all letters outside of Western Europe.
 */
const FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

let opened: Promise<Font> | undefined;

/** The library is loaded for the first document, because it would slow down the start of each process. */
async function openFont(): Promise<Font> {
  const { openSync } = await import('fontkit');
  const font = openSync(FONTS.regular);
  if ('fonts' in font) throw new Error(`${FONTS.regular} contains several fonts.`);
  return font;
}

/** The library places each word to the right of the previous one, so texts from right to left would be out of order. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}]/u;

/** The characters that a document cannot show, each once. */
export async function unprintable(text: string): Promise<readonly string[]> {
  const font = await (opened ??= openFont());
  const isMissing = (character: string) =>
    RIGHT_TO_LEFT.test(character) || !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  return [...new Set(text.replaceAll('\n', ''))].filter(isMissing);
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

interface Properties {
  readonly title: string;
  /** The date in the file's properties. Equal properties and texts give equal bytes. */
  readonly date: Date;
}

export interface Pdf {
  /** Writes texts side by side and goes below the longest; a new page begins where they would not fit. */
  row(...cells: readonly (readonly [text: string, options?: TextOptions])[]): Pdf;
  /** Begins a new page unless so many points are free, so that a heading stays with its text. */
  keep(points: number): Pdf;
  /** Leaves some points free. */
  space(points: number): Pdf;
  /** Draws a line from margin to margin. */
  rule(): Pdf;
  toBuffer(): Promise<Buffer>;
}

/** Opens a document of A4 pages that is filled from the top. */
export async function createPdf({ title, date }: Properties): Promise<Pdf> {
  const { default: PDFKit } = await import('pdfkit');
  const document = new PDFKit({
    size: 'A4',
    margin: PAGE.margin,
    font: FONTS.regular,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, CreationDate: date },
  });
  const written = buffer(document);
  let y = PAGE.margin;

  const select = ({ size = 9, bold = false }: TextOptions) =>
    document.font(bold ? FONTS.bold : FONTS.regular).fontSize(size);

  const pdf: Pdf = {
    row(...cells) {
      const laidOut = cells.map(([text, options = {}]) => {
        const { x = PAGE.margin, right = false } = options;
        const width = options.width ?? (right ? x - PAGE.margin : PAGE.width - PAGE.margin - x);
        const layout = { width, align: right ? 'right' : 'left', lineGap: 1 } as const;
        return { text, options, layout, left: right ? x - width : x };
      });
      const heights = laidOut.map(({ text, options, layout }) =>
        select(options).heightOfString(text, layout),
      );
      const height = Math.max(...heights);
      pdf.keep(height);
      for (const { text, options, layout, left } of laidOut) select(options).text(text, left, y, layout);
      y += height;
      return pdf;
    },
    keep(points) {
      if (y + points > PAGE.height - PAGE.margin && y > PAGE.margin) {
        document.addPage();
        y = PAGE.margin;
      }
      return pdf;
    },
    space(points) {
      y += points;
      return pdf;
    },
    rule() {
      document
        .moveTo(PAGE.margin, y)
        .lineTo(PAGE.width - PAGE.margin, y)
        .lineWidth(0.6)
        .stroke('#857f70');
      y += 8;
      return pdf;
    },
    toBuffer() {
      document.end();
      return written;
    },
  };
  return pdf;
}
