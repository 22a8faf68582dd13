import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import subset from 'subset-font';
import type { Face, Glyph, Lettering } from './drawings/lettering';

const characters =
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('') + '£·–—’°′″×';

const sources: Readonly<Record<Face, { readonly file: string; readonly axes: Record<string, number> }>> = {
  serif: {
    file: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
    axes: { wght: 520, opsz: 96 },
  },
  mono: {
    file: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    axes: { wght: 500 },
  },
};

/**
 * Reads the site's own fonts, pinned to one weight, for setting words as outlines.
 * @returns a maker of letterings, one for each picture
 */
export async function loadLettering(): Promise<() => Lettering> {
  const [serif, mono] = await Promise.all([loadFont('serif'), loadFont('mono')]);
  const fonts = { serif, mono };
  // Pictures share their sizes and most of their letters: each is outlined once for all of them.
  const outlines = new Map<string, string>();
  function outlined(
    id: string,
    { path }: { readonly path: { readonly commands: Outline } },
    scale: number,
  ): string {
    const known = outlines.get(id) ?? outline(path.commands, scale);
    outlines.set(id, known);
    return known;
  }
  return () => {
    const drawn = new Set<string>();
    return {
      set(text, face, size, tracking = 0) {
        const font = fonts[face];
        const scale = size / font.unitsPerEm;
        const { glyphs: shapes, positions } = font.layout(text);
        const glyphs: Glyph[] = [];
        let x = 0;
        for (const [index, shape] of shapes.entries()) {
          const id = `${face[0]}${size}-${shape.id}`.replace('.', '_');
          if (shape.path.commands.length > 0) {
            const d = drawn.has(id) ? undefined : outlined(id, shape, scale);
            glyphs.push({ id, x: Math.round(x * 10) / 10, d });
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
  const { file, axes } = sources[face];
  const bytes = await subset(await readFile(require.resolve(file)), characters, {
    targetFormat: 'truetype',
    variationAxes: axes,
  });
  const font = create(bytes);
  if (!('layout' in font)) throw new Error(`${file} holds several fonts.`);
  return font;
}

type Outline = readonly { readonly command: keyof typeof letters; readonly args: readonly number[] }[];

const letters = {
  moveTo: 'M',
  lineTo: 'l',
  quadraticCurveTo: 'q',
  bezierCurveTo: 'c',
  closePath: 'z',
} as const;

/** Steps shorter than this are rounding of corners that nobody sees, in tenths of a pixel. */
const SHORTEST_STEP = 4;

/** A glyph's commands as short path data: relative, tenths of a pixel, upside up. */
function outline(commands: Outline, scale: number): string {
  let d = '';
  let pen: readonly [number, number] = [0, 0];
  for (const [index, { command, args }] of commands.entries()) {
    if (command === 'closePath') {
      d += 'z';
      continue;
    }
    const points = pairs(args).map(
      ([x, y]) => [Math.round(x * scale * 10), Math.round(-y * scale * 10)] as const,
    );
    const end = points.at(-1) ?? pen;
    const [dx, dy] = [end[0] - pen[0], end[1] - pen[1]];
    const short = Math.hypot(dx, dy) < SHORTEST_STEP && commands[index + 1]?.command !== 'closePath';
    if (command === 'moveTo') d += `M${numbers(end)}`;
    else if (short) continue;
    else if (isStraight(points, pen))
      d += dy === 0 ? `h${numbers([dx])}` : dx === 0 ? `v${numbers([dy])}` : `l${numbers([dx, dy])}`;
    else d += letters[command] + numbers(points.flatMap(([x, y]) => [x - pen[0], y - pen[1]]));
    pen = end;
  }
  return d;
}

function pairs(args: readonly number[]): (readonly [number, number])[] {
  return Array.from(
    { length: args.length / 2 },
    (_, index) => [args[index * 2] ?? 0, args[index * 2 + 1] ?? 0] as const,
  );
}

/** Whether a curve bends by less than a fifth of a pixel. */
function isStraight(
  points: readonly (readonly [number, number])[],
  [px, py]: readonly [number, number],
): boolean {
  const [ex, ey] = points.at(-1) ?? [px, py];
  const length = Math.hypot(ex - px, ey - py) || 1;
  return points.every(([x, y]) => Math.abs((x - px) * (ey - py) - (y - py) * (ex - px)) / length < 2);
}

/** Tenths as decimals, with a separator only where one is needed. */
function numbers(tenths: readonly number[]): string {
  return tenths
    .map((value) => String(value / 10).replace(/^(-?)0\./, '$1.'))
    .reduce((text, number) => text + (text === '' || number.startsWith('-') ? '' : ' ') + number, '');
}
