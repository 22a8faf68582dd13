/** The first and the last code point of a range. */
export type Range = readonly [from: number, to: number];

const one = (character: string): Range => {
  const point = character.codePointAt(0) ?? 0;
  return [point, point];
};

/**
 * The characters of each font file. The site's own texts need only the first; letters of other languages, which names and
 * titles may have, are in a second file that a browser loads when a page contains one of them.
 */
export const CHARACTERS: { readonly basic: readonly Range[]; readonly latin: readonly Range[] } = {
  basic: [[0x20, 0x7e], [0xa0, 0xa0], ...[...'£§©·×–—‘’“”•…€−←→↑↓′″'].map(one)],
  latin: [
    [0xa1, 0xa2],
    [0xa4, 0xa6],
    [0xa8, 0xa8],
    [0xaa, 0xb6],
    [0xb8, 0xd6],
    [0xd8, 0xff],
    ...[...'‚„‹›™ŒœŠšŽžŸı'].map(one),
  ],
};

export const DIGITS: readonly Range[] = [[0x30, 0x39]];

/** A value of the descriptor `unicode-range`. */
export function unicodeRange(ranges: readonly Range[]): string {
  const hex = (point: number) => point.toString(16);
  return ranges.map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`).join(',');
}

/** All characters of the ranges, as a text. */
export function charactersOf(ranges: readonly Range[]): string {
  return ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .map((point) => String.fromCodePoint(point))
    .join('');
}
