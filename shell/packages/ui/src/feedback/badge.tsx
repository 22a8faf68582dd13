import { styled } from 'styled-components';
import { withoutProps } from '../foundation/polymorphic';
import { tokens } from '../foundation/tokens';

/** A small number alongside an icon, such as the basket's quantity. */
export const Badge = styled.span`
  display: inline-grid;
  place-items: center;
  min-width: 20px;
  height: 20px;
  padding-inline: 6px;
  border-radius: 10px;
  background: var(--isa-button);
  color: var(--isa-ink);
  font-family: ${tokens.font.mono};
  font-size: 0.75rem;
  font-weight: 700;
  line-height: 1;
  font-variant-numeric: tabular-nums;
`;

/** A short label, such as "Pre-order". */
export const Tag = styled.span.withConfig(withoutProps('tone'))<{
  readonly tone?: 'plain' | 'accent' | 'success' | 'error' | undefined;
}>`
  --tone: ${({ tone = 'plain' }) => (tone === 'plain' ? 'var(--isa-muted)' : `var(--isa-${tone})`)};
  display: inline-flex;
  align-items: center;
  gap: 0.5em;
  width: fit-content;
  padding: 0.28em 0.65em;
  border: 1px solid color-mix(in srgb, var(--tone) 55%, transparent);
  border-radius: 3px;
  color: var(--tone);
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.caption};
  font-weight: 500;
  line-height: 1.35;
  letter-spacing: 0.06em;
  text-transform: uppercase;
`;
