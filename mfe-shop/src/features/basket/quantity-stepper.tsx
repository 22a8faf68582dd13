import { MAX_QUANTITY } from '@isa/api-contract';
import { Icon, tokens } from '@isa/ui';
import { styled } from 'styled-components';

const Root = styled.div`
  display: inline-grid;
  grid-template-columns: 44px minmax(36px, auto) 44px;
  align-items: stretch;
  height: 44px;
  background: ${tokens.color.raised};
  border: 1px solid ${tokens.color.lineStrong};
  border-radius: ${tokens.radius};
  button {
    display: grid;
    place-items: center;
    padding: 0;
    background: none;
    border: 0;
    transition: background-color ${tokens.motion};
  }
  button:hover:not([aria-disabled='true']) {
    background: color-mix(in srgb, ${tokens.color.text} 7%, transparent);
  }
  button:focus-visible {
    outline-offset: -2px;
  }
  button[aria-disabled='true'] {
    color: ${tokens.color.muted};
    cursor: not-allowed;
  }
`;

const Count = styled.output`
  display: grid;
  place-items: center;
  font-family: ${tokens.font.mono};
  font-size: 1rem;
  font-variant-numeric: tabular-nums;
`;

interface QuantityStepperProps {
  readonly title: string;
  readonly quantity: number;
  onChange(quantity: number): void;
}

/** A quantity between its minus and plus. The minus of a single copy removes the line (specification §4). */
export function QuantityStepper({ title, quantity, onChange }: QuantityStepperProps) {
  const full = quantity >= MAX_QUANTITY;
  const moreLabel = full ? `You can order up to ${MAX_QUANTITY} copies` : `One more copy of ${title}`;
  return (
    <Root role="group" aria-label={`Quantity of ${title}`}>
      <button
        type="button"
        aria-label={quantity === 1 ? `Remove the last copy of ${title}` : `One fewer copy of ${title}`}
        onClick={() => onChange(quantity - 1)}
      >
        <Icon name="minus" size={18} />
      </button>
      <Count>{quantity}</Count>
      <button
        type="button"
        aria-label={moreLabel}
        title={full ? moreLabel : undefined}
        aria-disabled={full}
        onClick={() => !full && onChange(quantity + 1)}
      >
        <Icon name="plus" size={18} />
      </button>
    </Root>
  );
}
