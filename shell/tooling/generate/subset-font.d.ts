declare module 'subset-font' {
  /** Reduces a font to the glyphs of `text`, and pins or narrows its variation axes (HarfBuzz). */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'truetype' | 'woff2';
      readonly variationAxes?: Readonly<
        Record<string, number | { readonly min: number; readonly max: number }>
      >;
    },
  ): Promise<Buffer>;
}
