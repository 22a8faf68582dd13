import { createElement, memo, type NamedExoticComponent } from 'react';
import type { ExecutionProps } from 'styled-components';
import { focusRingRules } from './accessibility';
import { surfaceValues, printValues } from './surfaces';
import { ACTION_BAR_HEIGHT, rootProperties } from './tokens';

/** What shows by its colours that it is chosen, or the current one. */
const CHOSEN =
  "[aria-selected='true'], [aria-pressed='true'], [aria-current]:not([aria-current='false']), [data-current='true']";

/**
 * - `data-isa-action-bar`: on the root while a `StickyAction` is shown.
 * - `data-isa-scripts-only`: on what does nothing without scripts. `data-isa-screen-only`: on what is not printed.
 * - `scroll-padding`: the sticky header and the bar at the bottom must not cover anchors and what has the focus.
 * - `forced-colors`: backgrounds and shadows disappear there, so icons and chosen elements get the system's colours.
 * - `[tabindex='-1']:focus`: headings receive the focus after a navigation: announced by screen readers, without a ring.
 * - Print has its values once, and not in each surface: a rule in a media query that is added later costs all styles of
 *   the page.
 */
const rules = `
  :root {
    ${rootProperties}
    ${surfaceValues.paper}
    color-scheme: light;
  }

  *, *::before, *::after { box-sizing: border-box; }

  html {
    font-size: 100%;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    scroll-padding-top: 6rem;
    overflow-wrap: break-word;
  }

  html[data-isa-action-bar] { scroll-padding-bottom: calc(${ACTION_BAR_HEIGHT} + 0.5rem); }
  [data-isa-action-bar] body { padding-bottom: ${ACTION_BAR_HEIGHT}; }
  [data-isa-action-bar] [data-isa-above-bar] { --isa-bottom-inset: ${ACTION_BAR_HEIGHT}; }

  body {
    margin: 0;
    min-width: 320px;
    min-height: 100vh;
    min-height: 100dvh;
    background: var(--isa-surface);
    color: var(--isa-text);
    font-family: var(--isa-font-sans);
    font-size: var(--isa-size-body);
    line-height: 1.6;
    font-synthesis: none;
    text-rendering: optimizeLegibility;
    -webkit-font-smoothing: antialiased;
    -moz-osx-font-smoothing: grayscale;
  }

  h1, h2, h3, h4, h5, h6, p, figure, blockquote, dl, dd, ul, ol, pre, fieldset { margin: 0; padding: 0; }
  h1, h2, h3, h4, h5, h6 { font: inherit; }
  fieldset { border: 0; min-width: 0; }
  legend { padding: 0; }
  ul, ol { list-style: none; }
  img, svg, video, canvas, iframe { display: block; max-width: 100%; }
  img, video { height: auto; }
  button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
  button { cursor: pointer; }
  textarea { resize: vertical; }
  table { border-collapse: collapse; }
  a { color: var(--isa-accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
  hr { border: 0; border-top: 1px solid var(--isa-line); margin: 0; }
  code, kbd, samp { font-family: var(--isa-font-mono); font-size: 0.9em; }
  address { font-style: normal; }
  abbr[title] { text-decoration: underline dotted; cursor: help; }
  summary { cursor: pointer; }
  [hidden] { display: none !important; }

  :focus-visible { ${focusRingRules} }
  [tabindex='-1']:focus { outline: none; }

  ::selection { background: var(--isa-brass); color: var(--isa-ink); }
  ::placeholder { color: var(--isa-muted); opacity: 1; }

  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 0.01ms !important;
      scroll-behavior: auto !important;
    }
  }

  @media (forced-colors: active) {
    svg[stroke='currentColor'] { forced-color-adjust: none; color: CanvasText; }
    button svg[stroke='currentColor'] { color: ButtonText; }
    a svg[stroke='currentColor'] { color: LinkText; }
    :disabled svg[stroke='currentColor'], [aria-disabled='true'] svg[stroke='currentColor'] { color: GrayText; }
    :disabled, [aria-disabled='true'] { color: GrayText !important; border-color: GrayText !important; }
    ${CHOSEN} {
      forced-color-adjust: none;
      background: Highlight !important;
      border-color: Highlight !important;
      box-shadow: inset 0 0 0 2px Highlight !important;
    }
    ${CHOSEN}, :is(${CHOSEN}) :not(img) { color: HighlightText !important; }
    progress { forced-color-adjust: none; outline: 1px solid CanvasText; }
    progress::-webkit-progress-value { background: Highlight !important; }
    progress::-moz-progress-bar { background: Highlight !important; }
  }

  @media (scripting: none) {
    [data-isa-scripts-only] { display: none !important; }
  }

  @media print {
    [data-isa-screen-only] { display: none !important; }
    :root { font-size: 11pt; }
    * { ${printValues.replaceAll(';', ' !important;')} }
    body { background: none; }
    a { text-decoration: underline; }
    h1, h2, h3, h4 { break-after: avoid; }
    p, li { orphans: 3; widows: 3; }
    /* A card that clips its content would lose the part that comes on the next sheet. */
    article, li, blockquote, img, svg, figure, tr { break-inside: avoid; }
    table { display: table !important; overflow: visible !important; }
  }
`.replaceAll(/\s+/g, ' ');

/** Tokens, a small reset and base styles of elements. Rendered once, by the shell. */
export const GlobalStyle: NamedExoticComponent<ExecutionProps & object> = memo(() =>
  // `createGlobalStyle` would parse the rules again at each start. No JSX: roles that run from their sources load
  // this file without its tsconfig.json.
  createElement('style', { href: 'isa-global', precedence: 'first' }, rules),
);
