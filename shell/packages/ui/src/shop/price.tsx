import { formatPounds, type Pence } from '@isa/api-contract';
import { styled } from 'styled-components';
import { VisuallyHidden } from '../foundation/accessibility';
import { tokens } from '../foundation/tokens';

const sizes = { small: '1rem', medium: '1.25rem', large: 'clamp(1.625rem, 1.4rem + 1vw, 2.125rem)' } as const;

const Root = styled.span<{ readonly $size: keyof typeof sizes }>`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 0.6em;
  font-family: ${tokens.font.mono};
  font-size: ${({ $size }) => sizes[$size]};
  font-weight: 500;
  line-height: 1.3;
  letter-spacing: -0.02em;
  font-variant-numeric: tabular-nums;
`;

const Was = styled.del`
  font-size: 0.8em;
  font-weight: 400;
  color: var(--isa-muted);
`;

interface PriceProps {
  readonly amount: Pence;
  /** The old price, struck through alongside it. */
  readonly was?: Pence | null | undefined;
  readonly size?: keyof typeof sizes | undefined;
}

/** An amount in pounds, always with two decimals, in figures of equal width. */
export function Price({ amount, was, size = 'medium' }: PriceProps) {
  return (
    <Root $size={size}>
      {was !== undefined && was !== null && (
        <>
          <VisuallyHidden>Old price </VisuallyHidden>
          <Was>{formatPounds(was)}</Was>
          <VisuallyHidden>, now </VisuallyHidden>
        </>
      )}
      <span>{formatPounds(amount)}</span>
    </Root>
  );
}
