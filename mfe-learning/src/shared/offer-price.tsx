import type { Premium } from '@isa/api-contract';
import { GUEST_SELECTOR } from '@isa/contract';
import { tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { shortPounds } from './lessons';
import type { Access } from './use-access';

/** A price that owners never see: it is hidden while scripts check the access, and keeps its place. */
export const Price = styled.span.attrs<{ readonly $access: Access }>({})`
  ${({ $access }) =>
    $access === 'checking' &&
    `@media (scripting: enabled) {
      :root:not(${GUEST_SELECTOR}) & {
        visibility: hidden;
      }
    }`}
`;

export const PRICE_SIZE = 'clamp(2.75rem, 2.2rem + 2.2vw, 4rem)';

interface OfferPriceProps {
  readonly premium: Premium;
  readonly count: number;
  readonly access: Access;
}

export function OfferPrice({ premium, count, access }: OfferPriceProps) {
  return (
    <Row>
      <Price as="strong" $access={access}>
        {shortPounds(premium.price)}
      </Price>{' '}
      <span>{`once, all ${count} lessons`}</span>
    </Row>
  );
}

const Row = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${tokens.space(1)} ${tokens.space(4)};

  strong {
    font-family: ${tokens.font.mono};
    font-size: ${PRICE_SIZE};
    font-weight: 500;
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.04em;
    line-height: 1;
  }
`;
