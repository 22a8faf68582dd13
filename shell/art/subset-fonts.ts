import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subset from 'subset-font';

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

/**
 * Writes the site's three fonts with only Latin-1, typographic marks, the weights of the tokens and one optical
 * size for headings: half the bytes of the packages' latin files. Run after updating a font with
 * `npx tsx shell/art/subset-fonts.ts`, and commit the results.
 */
async function subsetFonts(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, [source, variationAxes]] of Object.entries(fonts)) {
    const options = { targetFormat: 'woff2', variationAxes } as const;
    const bytes = await subset(await readFile(require.resolve(source)), characters, options);
    await writeFile(path.join(folder, name), bytes);
    process.stdout.write(`${name} ${bytes.length} bytes\n`);
  }
}

void subsetFonts();
