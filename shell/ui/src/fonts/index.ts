import { CHARACTERS, unicodeRange } from './characters';
import fraunces from './files/fraunces.woff2';
import frauncesLatin from './files/fraunces-latin.woff2';
import inter from './files/inter.woff2';
import interLatin from './files/inter-latin.woff2';
import mono from './files/jetbrains-mono.woff2';
import monoLatin from './files/jetbrains-mono-latin.woff2';

/** Fonts of the first screen, preloaded by the shell: those that arrive together cause one layout. */
export const preloadedFonts: readonly string[] = [inter, fraunces, mono];

function face(family: string, [basic, latin]: readonly [string, string], weights: string): string {
  const rule = (address: string, characters: keyof typeof CHARACTERS) =>
    `@font-face{font-family:"${family}";font-style:normal;font-display:swap;font-weight:${weights};src:url("${address}") format("woff2");unicode-range:${unicodeRange(CHARACTERS[characters])}}`;
  return rule(basic, 'basic') + rule(latin, 'latin');
}

/** All characters, the space, capitals, `frt` and `aem`: the fonts differ by these in width. */
const CLASSES = ['U+0-10FFFF', 'U+20', 'U+41-5A', 'U+66,U+72,U+74', 'U+61,U+65,U+6D'];

/** Local fonts, and the heights above and below the baseline, in ems, of the one that they replace. */
const SANS = { locals: ['Arial', 'Liberation Sans', 'Arimo'], ascent: 0.9687, descent: 0.2412 };
const SERIF = { locals: ['Times New Roman', 'Liberation Serif', 'Tinos'], ascent: 0.9781, descent: 0.255 };
const MONO = { locals: ['Courier New', 'Liberation Mono', 'Cousine'], ascent: 1.02, descent: 0.3 };

/**
 * A local font with the metrics of one of ours (CSS Fonts 5: the overrides are relative to the adjusted size).
 * @param widths the width of each class in the site's texts, relative to the local font; a later class wins.
 */
function fallback(
  family: string,
  weights: string,
  { locals, ascent, descent }: typeof SANS,
  widths: readonly number[],
): string {
  const source = locals.map((name) => `local("${name}")`).join(',');
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
  const rule = (width: number, index: number) =>
    `@font-face{font-family:"${family}";font-weight:${weights};src:${source};size-adjust:${percent(width)};ascent-override:${percent(ascent / width)};descent-override:${percent(descent / width)};line-gap-override:0%;unicode-range:${CLASSES[index]}}`;
  return widths.map(rule).join('');
}

/**
 * The three families, Latin only, and for each a system font adjusted to the same metrics, so that the layout does
 * not shift when the font has loaded. Only the shell imports them: one copy for the whole page.
 */
export const fontFaces: string = [
  face('Inter Variable', [inter, interLatin], '400 700'),
  face('Fraunces Variable', [fraunces, frauncesLatin], '400 600'),
  face('JetBrains Mono Variable', [mono, monoLatin], '400 700'),
  // Least squares over the texts of nineteen pages, by weight: the local fonts have one regular weight.
  fallback('Inter Fallback', '400 500', SANS, [1.0806, 1.015, 0.9744, 1.161, 1.0377]),
  fallback('Inter Fallback', '600 700', SANS, [1.1172, 0.9596, 1.0124, 1.1926, 1.0565]),
  fallback('Fraunces Fallback', '400 500', SERIF, [1.1341, 0.7619, 1.0208, 1.1802, 1.1326]),
  fallback('Fraunces Fallback', '501 600', SERIF, [1.1402, 0.7936, 0.9557, 1.3069, 1.1677]),
  fallback('JetBrains Mono Fallback', '400 700', MONO, [0.9998]),
].join('');
