import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subset from 'subset-font';
import { CHARACTERS, charactersOf } from '../../packages/ui/src/fonts/characters';

const fonts = {
  inter: ['@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', { wght: { min: 400, max: 700 } }],
  fraunces: [
    '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
    { wght: { min: 400, max: 600 }, opsz: 60 },
  ],
  'jetbrains-mono': [
    '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    { wght: { min: 400, max: 700 } },
  ],
} as const;

/** Kerning, ligatures, accents and figures of equal width; the site shows no stylistic sets. */
const keepFeatures = ['kern', 'liga', 'tnum', 'mark', 'mkmk', 'ccmp', 'locl', 'rlig', 'clig'];

const folder = path.resolve(__dirname, '../../packages/ui/src/fonts/files');
/** The first file of each family again, for the pages of staff and operators. */
const staffPages = path.resolve(__dirname, '../../../api/src/staff-pages/fonts.json');

/**
 * Writes the fonts with only what the site uses: two files for each family, the first a quarter to a third of
 * the package's. Run `npx tsx shell/tooling/generate/subset-fonts.ts` after updating a font, and commit the results.
 */
async function subsetFonts(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const basic: Record<string, string> = {};
  for (const [family, [source, variationAxes]] of Object.entries(fonts)) {
    const font = await readFile(require.resolve(source));
    for (const [suffix, ranges] of [
      ['', CHARACTERS.basic],
      ['-latin', CHARACTERS.latin],
    ] as const) {
      const options = { targetFormat: 'woff2', variationAxes, keepFeatures } as const;
      const bytes = await subset(font, charactersOf(ranges), options);
      const name = `${family}${suffix}.woff2`;
      await writeFile(path.join(folder, name), bytes);
      if (suffix === '') basic[family] = bytes.toString('base64');
      process.stdout.write(`${name} ${bytes.length} bytes\n`);
    }
  }
  await writeFile(staffPages, `${JSON.stringify(basic, null, 2)}\n`);
}

void subsetFonts();
