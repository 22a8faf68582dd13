import { readFile } from 'node:fs/promises';
import { create, type Font, type Glyph as FontGlyph } from 'fontkit';
import subset from 'subset-font';
import { pathNumbers, type Point } from './geometry/path';

interface Glyph {
  /** The outline's id within one picture. */
  readonly id: string;
  readonly x: number;
  /** Path data on a baseline at 0; undefined if the picture already contains this outline. */
  readonly d: string | undefined;
}

/**
 * Converts text to outlines, so that a picture looks the same without its fonts. One typesetter serves one
 * picture: each outline is written once and referred to afterwards.
 */
export interface Typesetter {
  /** `tracking` is extra space between letters in em; the width is in pixels. */
  set(
    text: string,
    face: Face,
    size: number,
    tracking: number,
  ): { readonly glyphs: readonly Glyph[]; readonly width: number };
}

const characters =
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('') + '£·–—’°′″×';

/** Font files and the variation axes that their weights are pinned to. */
const sources = {
  serif: ['@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2', { wght: 520, opsz: 96 }],
  mono: ['@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2', { wght: 500 }],
} as const;
export type Face = keyof typeof sources;

/**
 * Loads the site's own fonts, pinned to one weight.
 * @returns a factory of typesetters, one for each picture
 */
export async function loadTypesetter(): Promise<() => Typesetter> {
  const [serif, mono] = await Promise.all([loadFont('serif'), loadFont('mono')]);
  const fonts = { serif, mono };
  // Shared by all pictures, which have their sizes and most of their letters in common.
  const outlines = new Map<string, string>();
  return () => {
    const drawn = new Set<string>();
    return {
      set(text, face, size, tracking) {
        const font = fonts[face];
        const scale = size / font.unitsPerEm;
        const { glyphs: shapes, positions } = font.layout(text);
        const glyphs: Glyph[] = [];
        let x = 0;
        for (const [index, { id: code, path }] of shapes.entries()) {
          if (path.commands.length > 0) {
            const id = `${face[0]}${size}-${code}`.replace('.', '_');
            const d = outlines.get(id) ?? outline(path.commands, scale);
            outlines.set(id, d);
            glyphs.push({ id, x: Math.round(x * 10) / 10, d: drawn.has(id) ? undefined : d });
            drawn.add(id);
          }
          x += (positions[index]?.xAdvance ?? 0) * scale + tracking * size;
        }
        return { glyphs, width: Math.max(0, x - tracking * size) };
      },
    };
  };
}

async function loadFont(face: Face): Promise<Font> {
  const [file, variationAxes] = sources[face];
  const bytes = await subset(await readFile(require.resolve(file)), characters, {
    targetFormat: 'truetype',
    variationAxes,
  });
  const font = create(bytes);
  if (!('layout' in font)) throw new Error(`${file} contains several fonts.`);
  return font;
}

type Commands = FontGlyph['path']['commands'];

/** Shorter steps are invisible rounding of corners and are left out, in tenths of a pixel. */
const SHORTEST_STEP = 4;

/** A glyph's commands as short path data: relative, in tenths of a pixel, y pointing down. */
function outline(commands: Commands, scale: number): string {
  let d = '';
  let pen: Point = [0, 0];
  for (const [index, { command, args }] of commands.entries()) {
    if (command === 'closePath') {
      d += 'z';
      continue;
    }
    const points = pairs(args).map(([x, y]): Point => [
      Math.round(x * scale * 10),
      Math.round(-y * scale * 10),
    ]);
    const end = points.at(-1) ?? pen;
    const [dx, dy] = [end[0] - pen[0], end[1] - pen[1]];
    const short = Math.hypot(dx, dy) < SHORTEST_STEP && commands[index + 1]?.command !== 'closePath';
    if (command === 'moveTo') d += `M${inPixels(end)}`;
    else if (short) continue;
    else if (isStraight(points, pen))
      d += dy === 0 ? `h${inPixels([dx])}` : dx === 0 ? `v${inPixels([dy])}` : `l${inPixels([dx, dy])}`;
    else
      d +=
        (command === 'bezierCurveTo' ? 'c' : 'q') +
        inPixels(points.flatMap(([x, y]) => [x - pen[0], y - pen[1]]));
    pen = end;
  }
  return d;
}

/** Arguments in pairs of x and y. */
function pairs(args: readonly number[]): Point[] {
  return Array.from({ length: args.length / 2 }, (_, index) => [
    args[index * 2] ?? 0,
    args[index * 2 + 1] ?? 0,
  ]);
}

/** Whether a curve bends by less than a fifth of a pixel. */
function isStraight(points: readonly Point[], [px, py]: Point): boolean {
  const [ex, ey] = points.at(-1) ?? [px, py];
  const length = Math.hypot(ex - px, ey - py) || 1;
  return points.every(([x, y]) => Math.abs((x - px) * (ey - py) - (y - py) * (ex - px)) / length < 2);
}

function inPixels(tenths: readonly number[]): string {
  return pathNumbers(tenths.map((value) => value / 10));
}
