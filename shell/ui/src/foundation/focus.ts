import { css } from 'styled-components';

/**
 * The one focus ring: a solid line in the ground's own focus colour, with a gap, so that it shows on ink, on
 * paper and in forced colours (where outlines survive and shadows do not).
 */
export const focusRing = css`
  outline: 2px solid var(--isa-focus);
  outline-offset: 3px;
`;

/** For people who only hear the page. */
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
