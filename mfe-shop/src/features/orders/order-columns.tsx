import { media, tokens } from '@isa/ui';
import { styled } from 'styled-components';

/** What happened with an order, alongside its receipt. Only the receipt is printed. */
export const OrderColumns = styled.div`
  display: grid;
  gap: ${tokens.space(8)};
  align-items: start;
  > * {
    min-width: 0;
  }
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
    gap: ${tokens.space(16)};
    > :first-child {
      position: sticky;
      top: 6rem;
    }
  }
  @media print {
    display: block;
    > :first-child {
      display: none;
    }
  }
`;
