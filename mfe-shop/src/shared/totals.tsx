import { type BasketTotals, formatPounds, type Pence } from '@isa/api-contract';
import { Price, tokens } from '@isa/ui';
import { styled } from 'styled-components';

const List = styled.dl`
  display: grid;
  grid-template-columns: 1fr auto;
  row-gap: ${tokens.space(2.5)};
  align-items: baseline;
  dd {
    padding-left: ${tokens.space(4)};
    text-align: right;
  }
  .small {
    font-size: ${tokens.font.size.small};
    color: ${tokens.color.muted};
  }
  .total {
    padding-top: ${tokens.space(4)};
    margin-top: ${tokens.space(1.5)};
    border-top: 1px solid ${tokens.color.line};
    font-weight: 600;
    align-self: stretch;
  }
`;

interface TotalsProps {
  readonly totals: Pick<BasketTotals, 'subtotal' | 'shipping' | 'total' | 'vat'>;
  /** Whether anything is sent by post: the line only stands where it applies. */
  readonly shipped: boolean;
}

/** Subtotal, shipping, total including VAT, and the VAT within. */
export function Totals({ totals, shipped }: TotalsProps) {
  return (
    <List>
      <dt>Subtotal</dt>
      <Amount amount={totals.subtotal} />
      {shipped && (
        <>
          <dt>Shipping</dt>
          <Amount amount={totals.shipping} />
        </>
      )}
      <dt className="total">
        Total <span className="small">including VAT</span>
      </dt>
      <dd className="total">
        <Price amount={totals.total} size="medium" />
      </dd>
      <dt className="small">VAT within the total</dt>
      <dd className="small">{formatPounds(totals.vat)}</dd>
    </List>
  );
}

function Amount({ amount }: { readonly amount: Pence }) {
  return (
    <dd>
      <Price amount={amount} size="small" />
    </dd>
  );
}
