import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subset from 'subset-font';

/**
 * Cuts the site's three fonts down to what it uses: Latin-1 with typographic marks, the weights of the tokens,
 * one optical size for headings. Half the bytes of the packages' own latin files. Run after updating a font:
 * `npx tsx shell/art/subset-fonts.ts`; the results are committed.
 */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„•…‹›€™−←→↑↓′″ŒœŠšŽžŸı`;

const fonts = {
  'inter.woff2': [
    '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    { wght: { min: 400, max: 700 } },
  ],
  'fraunces.woff2': [
    '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
    { wght: { min: 400, max: 600 }, opsz: 60 },
  ],
  'jetbrains-mono.woff2': [
    '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    { wght: { min: 400, max: 700 } },
  ],
} as const;

const folder = path.resolve(__dirname, '../ui/src/fonts/files');

async function cut(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, [source, axes]] of Object.entries(fonts)) {
    const bytes = await subset(await readFile(require.resolve(source)), characters, {
      targetFormat: 'woff2',
      variationAxes: axes,
    });
    await writeFile(path.join(folder, name), bytes);
    process.stdout.write(`${name} ${bytes.length} bytes\n`);
  }
}

void cut();
