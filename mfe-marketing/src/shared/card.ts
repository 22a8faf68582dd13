import { Card, focusRing, tokens } from '@isa/ui';
import { css, styled } from 'styled-components';

/** A link over the whole card, named by the title alone. The card needs `position: relative`. */
export const stretchedLink = css`
  color: inherit;
  text-decoration: none;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    ${focusRing}
    outline-offset: -4px;
    border-radius: ${tokens.radiusLarge};
  }
`;

export const CardLink = styled.a`
  ${stretchedLink}
`;

export const PictureCard = styled(Card).attrs({ padding: 'none' })`
  display: grid;
  grid-template-rows: auto 1fr;
  height: 100%;
`;

export const CardBody = styled.div`
  display: grid;
  align-content: start;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(6)};
`;

export const CardSummary = styled.p`
  color: var(--isa-muted);
  font-size: 1rem;
  line-height: 1.55;
  text-wrap: pretty;
`;
