import { tokens } from '@isa/ui';
import { styled } from 'styled-components';

/** A `<details>` whose summary ends with a chevron that turns. */
export const Disclosure = styled.details`
  summary {
    display: flex;
    justify-content: space-between;
    align-items: center;
    min-height: 44px;
    font-weight: 600;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary svg {
    transition: transform ${tokens.motion};
  }
  &[open] summary svg {
    transform: rotate(180deg);
  }
`;
