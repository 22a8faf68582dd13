import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import subset from 'subset-font';
import type { Face, Lettering } from '../art/drawings/lettering';

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

/** Reads the site's own fonts, pinned to one weight, for setting words as outlines. */
export async function loadLettering(): Promise<Lettering> {
  const [serif, mono] = await Promise.all([loadFont('serif'), loadFont('mono')]);
  const fonts = { serif, mono };
  return {
    set(text, face, size, tracking = 0) {
      const font = fonts[face];
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(text);
      let x = 0;
      let d = '';
      for (const [index, glyph] of glyphs.entries()) {
        d += outline(glyph.path.commands, x, scale);
        x += (positions[index]?.xAdvance ?? 0) * scale + tracking * size;
      }
      return { d, width: Math.max(0, x - tracking * size) };
    },
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

const letters = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const;

/** A glyph's commands as short path data: relative, a tenth of a pixel, upside up. */
function outline(
  commands: readonly { readonly command: keyof typeof letters; readonly args: readonly number[] }[],
  left: number,
  scale: number,
): string {
  let d = '';
  let [penX, penY] = [0, 0];
  for (const { command, args } of commands) {
    if (command === 'closePath') {
      d += 'z';
      continue;
    }
    const points = [];
    for (let index = 0; index < args.length; index += 2) {
      points.push([
        tenths(left + (args[index] ?? 0) * scale),
        tenths(-(args[index + 1] ?? 0) * scale),
      ] as const);
    }
    const absolute = command === 'moveTo';
    const numbers = points.flatMap(([x, y]) => (absolute ? [x, y] : [x - penX, y - penY]));
    d += (absolute ? 'M' : letters[command].toLowerCase()) + numbers.map(shorten).reduce(glue, '');
    [penX, penY] = points.at(-1) ?? [penX, penY];
  }
  return d;
}

/** Whole tenths, so that relative steps add up without drifting. */
function tenths(value: number): number {
  return Math.round(value * 10);
}

function shorten(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, '$1.');
}

function glue(text: string, number: string): string {
  const separated = text === '' || number.startsWith('-');
  return text + (separated ? '' : ' ') + number;
}
