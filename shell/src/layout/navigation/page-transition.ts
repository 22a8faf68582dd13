/** Pages cross-fade (CSS View Transitions Level 1). The header is excluded and shows its new state at once. */
export const pageTransitionRules = `
  html:active-view-transition #root header > [data-compact] {
    view-transition-name: isa-header;
  }
  /* Clicks work during the transition. */
  ::view-transition {
    pointer-events: none;
  }
  ::view-transition-group(*),
  ::view-transition-old(*),
  ::view-transition-new(*) {
    animation-duration: 140ms;
  }
  ::view-transition-group(isa-header),
  ::view-transition-new(isa-header) {
    animation: none;
  }
  ::view-transition-old(isa-header) {
    display: none;
  }
  @media (prefers-reduced-motion: reduce) {
    ::view-transition-group(*),
    ::view-transition-old(*),
    ::view-transition-new(*) {
      animation: none;
    }
  }
`;
