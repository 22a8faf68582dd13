import { Link } from '@isa/contract/router';
import { styled } from 'styled-components';

/** The title of a card that leads to a product: the whole card is its link. The card needs `position: relative`. */
export const CardTitle = styled(Link)`
  color: inherit;
  text-decoration-line: none;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:hover {
    text-decoration-line: underline;
  }
`;
