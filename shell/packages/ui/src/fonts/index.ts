import { CHARACTERS, DIGITS, type Range, unicodeRange } from './characters';
import fraunces from './files/fraunces.woff2';
import frauncesLatin from './files/fraunces-latin.woff2';
import inter from './files/inter.woff2';
import interLatin from './files/inter-latin.woff2';
import mono from './files/jetbrains-mono.woff2';
import monoLatin from './files/jetbrains-mono-latin.woff2';

/** Fonts of the first screen, preloaded by the shell: those that arrive together cause one layout. */
export const preloadedFonts: readonly string[] = [inter, fraunces, mono];

function face(family: string, address: string, weights: string, characters: readonly Range[]): string {
  return `@font-face{font-family:"${family}";font-style:normal;font-display:swap;font-weight:${weights};src:url("${address}") format("woff2");unicode-range:${unicodeRange(characters)}}`;
}

function faces(family: string, [basic, latin]: readonly [string, string], weights: string): string {
  return face(family, basic, weights, CHARACTERS.basic) + face(family, latin, weights, CHARACTERS.latin);
}

interface Metrics {
  /** Width of the site's texts, relative to the same texts in the local font. */
  readonly width: number;
  /** Height above and below the baseline, in ems. */
  readonly ascent: number;
  readonly descent: number;
}

/** A local font with the metrics of one of ours (CSS Fonts 5: the overrides are relative to the adjusted size). */
function fallback(
  family: string,
  weights: string,
  locals: readonly string[],
  { width, ascent, descent }: Metrics,
  characters?: readonly Range[],
): string {
  const source = locals.map((name) => `local("${name}")`).join(',');
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
  const overrides = `ascent-override:${percent(ascent / width)};descent-override:${percent(descent / width)}`;
  const range = characters ? `;unicode-range:${unicodeRange(characters)}` : '';
  return `@font-face{font-family:"${family}";font-weight:${weights};src:${source};size-adjust:${percent(width)};${overrides};line-gap-override:0%${range}}`;
}

const SANS = ['Arial', 'Liberation Sans', 'Arimo'];
const SANS_BOLD = SANS.map((name) => `${name} Bold`);
const SERIF = ['Times New Roman', 'Liberation Serif', 'Tinos'];
const MONO = ['Courier New', 'Liberation Mono', 'Cousine'];

const INTER: Metrics = { width: 1.075, ascent: 0.9687, descent: 0.2412 };
/** Those of its digits between the weights 450 and 600; a 4 is wider and a 1 narrower. */
const INTER_DIGITS: Metrics = { ...INTER, width: 1.1 };

/**
 * The three families, Latin only, and for each a system font adjusted to the same metrics, so that the layout does
 * not shift when the font has loaded. Only the shell imports them: one copy for the whole page.
 */
export const fontFaces: string = [
  faces('Inter Variable', [inter, interLatin], '400 700'),
  faces('Fraunces Variable', [fraunces, frauncesLatin], '400 600'),
  // Fraunces' 3 reads as a 5, so its numerals are Inter's. Of two faces for a character the later one counts.
  face('Fraunces Variable', inter, '400 600', DIGITS),
  faces('JetBrains Mono Variable', [mono, monoLatin], '400 700'),
  // Widths of the texts of fourteen pages, by weight; Inter's is a little larger, with which more lines break alike.
  fallback('Inter Fallback', '400 500', SANS, INTER),
  fallback('Inter Fallback', '600 700', SANS_BOLD, { ...INTER, width: 1.0166 }),
  fallback('Fraunces Fallback', '400 500', SERIF, { width: 1.0942, ascent: 0.9781, descent: 0.255 }),
  fallback('Fraunces Fallback', '501 600', SERIF, { width: 1.1094, ascent: 0.9781, descent: 0.255 }),
  // Faces of one family make one font only if they have the same weights.
  fallback('Fraunces Fallback', '400 500', SANS, INTER_DIGITS, DIGITS),
  fallback('Fraunces Fallback', '501 600', SANS, INTER_DIGITS, DIGITS),
  fallback('JetBrains Mono Fallback', '400 700', MONO, { width: 0.9998, ascent: 1.02, descent: 0.3 }),
].join('');
