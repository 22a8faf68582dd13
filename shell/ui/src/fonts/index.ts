import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2';

/** Fonts that the first screen needs: the shell preloads these. */
export const preloadedFonts: readonly string[] = [inter, fraunces];

const latin =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';

function face(family: string, address: string, weights: string): string {
  return `@font-face{font-family:"${family}";font-style:normal;font-display:swap;font-weight:${weights};src:url("${address}") format("woff2");unicode-range:${latin}}`;
}

function fallback(family: string, locals: readonly string[], metrics: string): string {
  return `@font-face{font-family:"${family}";src:${locals.map((name) => `local("${name}")`).join(',')};${metrics}}`;
}

/**
 * The three families, latin only, and for each a system font stretched to the same widths and heights, so
 * that nothing moves when the real one arrives. Imported by the shell alone: one copy for the whole page.
 */
export const fontFaces: string = [
  face('Inter Variable', inter, '100 900'),
  face('Fraunces Variable', fraunces, '100 900'),
  face('JetBrains Mono Variable', mono, '100 800'),
  fallback(
    'Inter Fallback',
    ['Arial', 'Liberation Sans', 'Arimo'],
    'size-adjust:107.12%;ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%',
  ),
  fallback(
    'Fraunces Fallback',
    ['Georgia', 'Gelasio'],
    'size-adjust:100%;ascent-override:97.8%;descent-override:25.5%;line-gap-override:0%',
  ),
  fallback(
    'JetBrains Mono Fallback',
    ['Courier New', 'Liberation Mono', 'Cousine'],
    'size-adjust:99.98%;ascent-override:102%;descent-override:30%;line-gap-override:0%',
  ),
].join('');
