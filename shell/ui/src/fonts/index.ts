import fraunces from './files/fraunces.woff2';
import inter from './files/inter.woff2';
import mono from './files/jetbrains-mono.woff2';

/** Fonts of the first screen, preloaded by the shell. */
export const preloadedFonts: readonly string[] = [inter, fraunces];

function face(family: string, address: string, weights: string): string {
  return `@font-face{font-family:"${family}";font-style:normal;font-display:swap;font-weight:${weights};src:url("${address}") format("woff2")}`;
}

function fallback(family: string, locals: readonly string[], metrics: string): string {
  return `@font-face{font-family:"${family}";src:${locals.map((name) => `local("${name}")`).join(',')};${metrics}}`;
}

/**
 * The three families, Latin only, and for each a system font adjusted to the same metrics, so that the layout does
 * not shift when the font has loaded. Only the shell imports them: one copy for the whole page.
 */
export const fontFaces: string = [
  face('Inter Variable', inter, '400 700'),
  face('Fraunces Variable', fraunces, '400 600'),
  face('JetBrains Mono Variable', mono, '400 700'),
  // Widths weighted by how often English uses each letter, heights from the fonts' own tables.
  fallback(
    'Inter Fallback',
    ['Arial', 'Liberation Sans', 'Arimo'],
    'size-adjust:107.47%;ascent-override:90.14%;descent-override:22.44%;line-gap-override:0%',
  ),
  fallback(
    'Fraunces Fallback',
    ['Times New Roman', 'Liberation Serif', 'Tinos'],
    'size-adjust:110.33%;ascent-override:88.65%;descent-override:23.11%;line-gap-override:0%',
  ),
  fallback(
    'JetBrains Mono Fallback',
    ['Courier New', 'Liberation Mono', 'Cousine'],
    'size-adjust:99.98%;ascent-override:102.02%;descent-override:30%;line-gap-override:0%',
  ),
].join('');
