/**
 * The look in one file. The values live in CSS custom properties (set by `GlobalStyle`), so that a ground
 * can change them for everything inside it; components only know the names.
 */
const values = {
  // Fixed colours: the same on every ground.
  ink: '#0d1420',
  night: '#162032',
  paper: '#f7f5f0',
  card: '#ffffff',
  brass: '#b8862d',
  'brass-light': '#e0b457',
  'brass-deep': '#845c12',
  signal: '#b3261e',
  clear: '#1f7a4d',

  // Fluid type from 320 to 1280 px; body text 17 to 18 px.
  'size-display': 'clamp(2.5rem, 1.6rem + 4.5vw, 5rem)',
  'size-xl': 'clamp(2.125rem, 1.65rem + 2.4vw, 3.375rem)',
  'size-lg': 'clamp(1.625rem, 1.36rem + 1.3vw, 2.25rem)',
  'size-md': 'clamp(1.3125rem, 1.2rem + 0.55vw, 1.5625rem)',
  'size-sm': 'clamp(1.125rem, 1.09rem + 0.18vw, 1.1875rem)',
  'size-lead': 'clamp(1.1875rem, 1.1rem + 0.45vw, 1.4375rem)',
  'size-body': 'clamp(1.0625rem, 1.04rem + 0.11vw, 1.125rem)',
  'size-small': '0.9375rem',
  'size-caption': '0.78125rem',

  'font-serif': '"Fraunces Variable", "Fraunces Fallback", Georgia, "Times New Roman", serif',
  'font-sans': '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Arial, sans-serif',
  'font-mono':
    '"JetBrains Mono Variable", "JetBrains Mono Fallback", ui-monospace, Menlo, Consolas, monospace',

  radius: '4px',
  'radius-large': '6px',
  content: '1200px',
  measure: '66ch',
  gutter: 'clamp(1rem, 0.4rem + 3vw, 2.5rem)',
  breath: 'clamp(4rem, 2.6rem + 6.5vw, 8.5rem)',
  motion: '200ms cubic-bezier(0.2, 0.7, 0.2, 1)',
} as const;

type Name = keyof typeof values;
/** Properties that each ground sets for what stands on it; see `grounds`. */
type GroundName =
  'surface' | 'raised' | 'text' | 'muted' | 'line' | 'line-strong' | 'accent' | 'focus' | 'error' | 'success';

const prefix = '--isa-';

/** `var(--isa-…)` of a token. */
function token(name: Name | GroundName): string {
  return `var(${prefix}${name})`;
}

/** Declarations for `:root`. */
export const rootProperties = Object.entries(values)
  .map(([name, value]) => `${prefix}${name}: ${value};`)
  .join('');

/** Declarations of the properties that belong to a ground. */
export function groundProperties(ground: Readonly<Record<GroundName, string>>): string {
  return Object.entries(ground)
    .map(([name, value]) => `${prefix}${name}: ${value};`)
    .join('');
}

/** A length on the 4 px grid, in rem so that it grows with the visitor's type size: `space(4)` is 16 px. */
function space(steps: number): string {
  return `${steps * 0.25}rem`;
}

export const tokens = {
  color: {
    ink: token('ink'),
    night: token('night'),
    paper: token('paper'),
    card: token('card'),
    brass: token('brass'),
    brassLight: token('brass-light'),
    brassDeep: token('brass-deep'),
    signal: token('signal'),
    clear: token('clear'),
    /** The ground itself. */
    surface: token('surface'),
    /** A card on the ground. */
    raised: token('raised'),
    text: token('text'),
    muted: token('muted'),
    /** Hairlines. */
    line: token('line'),
    /** Borders of controls: 3 to 1 against the ground. */
    lineStrong: token('line-strong'),
    /** Brass that can be read on this ground: links, marks. */
    accent: token('accent'),
    focus: token('focus'),
    error: token('error'),
    success: token('success'),
  },
  font: {
    serif: token('font-serif'),
    sans: token('font-sans'),
    mono: token('font-mono'),
    size: {
      display: token('size-display'),
      xl: token('size-xl'),
      lg: token('size-lg'),
      md: token('size-md'),
      sm: token('size-sm'),
      lead: token('size-lead'),
      body: token('size-body'),
      small: token('size-small'),
      caption: token('size-caption'),
    },
  },
  space,
  radius: token('radius'),
  radiusLarge: token('radius-large'),
  /** Duration and easing of every transition. */
  motion: token('motion'),
  content: token('content'),
  measure: token('measure'),
  gutter: token('gutter'),
  /** Space above and below a section. */
  breath: token('breath'),
} as const;

const breakpoints = { sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400 } as const;
export type Breakpoint = keyof typeof breakpoints;

/** Media queries at the breakpoints of specification §9. */
export const media = {
  up: (breakpoint: Breakpoint) => `@media (min-width: ${breakpoints[breakpoint]}px)`,
  down: (breakpoint: Breakpoint) => `@media (max-width: ${breakpoints[breakpoint] - 0.02}px)`,
  motion: '@media (prefers-reduced-motion: no-preference)',
  hover: '@media (hover: hover) and (pointer: fine)',
  touch: '@media (pointer: coarse)',
} as const;
