import { type BasketTotals, formatPounds } from '@isa/api-contract';
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
  readonly shipped: boolean;
  /** Whether the amount of VAT is shown, which only a seller with a VAT number may state. */
  readonly withVat: boolean;
}

export function Totals({ totals, shipped, withVat }: TotalsProps) {
  return (
    <List>
      <dt>Subtotal</dt>
      <dd>
        <Price amount={totals.subtotal} size="small" />
      </dd>
      {shipped && (
        <>
          <dt>Shipping</dt>
          <dd>
            <Price amount={totals.shipping} size="small" />
          </dd>
        </>
      )}
      <dt className="total">
        Total <span className="small">including VAT</span>
      </dt>
      <dd className="total">
        <Price amount={totals.total} size="medium" />
      </dd>
      {withVat && (
        <>
          <dt className="small">VAT within the total</dt>
          <dd className="small">{formatPounds(totals.vat)}</dd>
        </>
      )}
    </List>
  );
}
