import { styled } from 'styled-components';
import { visuallyHidden } from './focus';

/** Text for screen readers only. */
export const VisuallyHidden = styled.span`
  ${visuallyHidden}
`;
