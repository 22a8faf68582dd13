import { createHash } from 'node:crypto';
// The site's fonts. `shell/tooling/generate/subset-fonts.ts` writes both copies.
import files from './fonts.json';

/** Changes with the bytes, because browsers keep the files for a year. */
const fonts = Object.entries(files).map(([name, base64]) => {
  const bytes = Buffer.from(base64, 'base64');
  return {
    name,
    bytes,
    file: `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.woff2`,
  };
});

export const FONT_CACHING = 'public, max-age=31536000, immutable';

/** The addresses of the fonts below a folder, which the pages load early. */
export function fontAddresses(folder: string): readonly string[] {
  return fonts.map(({ file }) => `${folder}/${file}`);
}

/** @returns the bytes of a font, if the address is one of `fontAddresses`. */
export function fontAt(folder: string, address: string): Buffer | undefined {
  return fonts.find(({ file }) => `${folder}/${file}` === address)?.bytes;
}

const FAMILIES = {
  inter: 'Inter Variable',
  fraunces: 'Fraunces Variable',
  'jetbrains-mono': 'JetBrains Mono Variable',
};

/** Local fonts of the same metrics, so that nothing moves when a font arrives. */
const FALLBACKS = `
@font-face { font-family: "Inter Fallback"; src: local("Arial"), local("Liberation Sans"); size-adjust: 107.5%; ascent-override: 90.11%; descent-override: 22.44%; line-gap-override: 0%; }
@font-face { font-family: "Fraunces Fallback"; src: local("Times New Roman"), local("Liberation Serif"); size-adjust: 109.42%; ascent-override: 89.39%; descent-override: 23.3%; line-gap-override: 0%; }`;

export function fontFaces(folder: string): string {
  const face = (family: string, name: string, range = '') => {
    const file = fonts.find((font) => font.name === name)?.file ?? '';
    return `@font-face { font-family: "${family}"; font-display: swap; font-weight: 400 700; src: url("${folder}/${file}") format("woff2");${range} }`;
  };
  return [
    ...Object.entries(FAMILIES).map(([name, family]) => face(family, name)),
    // Fraunces' 3 reads as a 5, so its numerals are Inter's.
    face(FAMILIES.fraunces, 'inter', ' unicode-range: U+30-39;'),
    FALLBACKS,
  ].join('\n');
}
