/**
 * The visual design in one file. Values live in CSS custom properties (set by `GlobalStyle`), so that a surface can
 * change them for everything inside it; components use only the names.
 */
const declarations: string[] = [];

/** Declares a custom property for `:root` and returns its `var()`. */
function property(name: string, value: string): string {
  declarations.push(declaration(name, value));
  return variable(name);
}

function variable(name: string): string {
  return `var(--isa-${name})`;
}

function declaration(name: string, value: string): string {
  return `--isa-${name}: ${value};`;
}

/** Declarations of a group of properties, such as those of a surface. */
export function propertiesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => declaration(name, value))
    .join('');
}

/** A length on the 4 px grid, in rem so that it grows with the visitor's font size: `space(4)` is 16 px. */
function space(steps: number): string {
  return `${steps * 0.25}rem`;
}

export const tokens = {
  color: {
    // Fixed colours: the same on every surface.
    ink: property('ink', '#0d1420'),
    night: property('night', '#162032'),
    paper: property('paper', '#f7f5f0'),
    card: property('card', '#ffffff'),
    brass: property('brass', '#b8862d'),
    brassLight: property('brass-light', '#e0b457'),
    brassDeep: property('brass-deep', '#845c12'),
    signal: property('signal', '#b3261e'),
    clear: property('clear', '#1f7a4d'),

    // Colours that each surface sets for its content; see `surfaces.ts`.
    surface: variable('surface'),
    /** A card on the surface. */
    raised: variable('raised'),
    text: variable('text'),
    muted: variable('muted'),
    /** Lines of one pixel. */
    line: variable('line'),
    /** Borders of controls: 3 to 1 against the surface. */
    lineStrong: variable('line-strong'),
    /** Brass that is readable on this surface: links, icons. */
    accent: variable('accent'),
    focus: variable('focus'),
    error: variable('error'),
    success: variable('success'),
  },
  font: {
    serif: property(
      'font-serif',
      '"Fraunces Variable", "Fraunces Fallback", Georgia, "Times New Roman", serif',
    ),
    sans: property(
      'font-sans',
      '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Arial, sans-serif',
    ),
    mono: property(
      'font-mono',
      '"JetBrains Mono Variable", "JetBrains Mono Fallback", ui-monospace, Menlo, Consolas, monospace',
    ),
    // Fluid from 320 to 1280 px; body text 17 to 18 px.
    size: {
      display: property('size-display', 'clamp(2.5rem, 1.6rem + 4.5vw, 5rem)'),
      xl: property('size-xl', 'clamp(2.125rem, 1.65rem + 2.4vw, 3.375rem)'),
      lg: property('size-lg', 'clamp(1.625rem, 1.36rem + 1.3vw, 2.25rem)'),
      md: property('size-md', 'clamp(1.3125rem, 1.2rem + 0.55vw, 1.5625rem)'),
      sm: property('size-sm', 'clamp(1.125rem, 1.09rem + 0.18vw, 1.1875rem)'),
      lead: property('size-lead', 'clamp(1.1875rem, 1.1rem + 0.45vw, 1.4375rem)'),
      body: property('size-body', 'clamp(1.0625rem, 1.04rem + 0.11vw, 1.125rem)'),
      small: property('size-small', '0.9375rem'),
      caption: property('size-caption', '0.78125rem'),
    },
  },
  space,
  radius: property('radius', '4px'),
  radiusLarge: property('radius-large', '6px'),
  /** Duration and easing of every transition. */
  motion: property('motion', '200ms cubic-bezier(0.2, 0.7, 0.2, 1)'),
  content: property('content', '1200px'),
  measure: property('measure', '66ch'),
  gutter: property('gutter', 'clamp(1rem, 0.4rem + 3vw, 2.5rem)'),
  /** Space above and below a section. */
  sectionSpace: property('section-space', 'clamp(4rem, 2.6rem + 6.5vw, 8.5rem)'),
} as const;

/** The height of a `StickyAction`, with what a phone's home indicator takes beyond its padding. */
export const ACTION_BAR_HEIGHT = `calc(4.5rem + max(0px, env(safe-area-inset-bottom, 0px) - ${tokens.space(3)}))`;

/** Declarations for `:root`. */
export const rootProperties = declarations.join('');

const breakpoints = { sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400 } as const;
type Breakpoint = keyof typeof breakpoints;

/** Media queries at the breakpoints of specification §9. */
export const media = {
  up: (breakpoint: Breakpoint) => `@media (min-width: ${breakpoints[breakpoint]}px)`,
  down: (breakpoint: Breakpoint) => `@media (max-width: ${breakpoints[breakpoint] - 0.02}px)`,
  motion: '@media (prefers-reduced-motion: no-preference)',
  hover: '@media (hover: hover) and (pointer: fine)',
  touch: '@media (pointer: coarse)',
} as const;
