import { css, styled } from 'styled-components';

export const focusRingRules = 'outline: 2px solid var(--isa-focus); outline-offset: 3px;';

/** The focus ring in the surface's focus colour. It is an outline, because forced colours remove shadows. */
export const focusRing = css`
  ${focusRingRules}
`;

/** Hides text visually, but not from screen readers. */
export const visuallyHidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  padding: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
  border: 0;
`;

/** Text for screen readers only. */
export const VisuallyHidden = styled.span`
  ${visuallyHidden}
`;
