import { type BasketLine, formatPounds, PREMIUM_ID } from '@isa/api-contract';
import { Price, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { ProductPicture } from './product-words';

const List = styled.ul`
  display: grid;
  gap: ${tokens.space(4)};
`;

const Row = styled.li`
  display: grid;
  grid-template-columns: 52px minmax(0, 1fr) auto;
  gap: ${tokens.space(4)};
  align-items: start;
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  break-inside: avoid;
`;

const Title = styled.p`
  font-weight: 600;
`;

const Small = styled.p`
  color: ${tokens.color.muted};
`;

interface OrderLinesProps {
  readonly lines: readonly BasketLine[];
  /** Ids of books that are still to be published, as far as they are known here. */
  readonly preOrders?: readonly number[] | undefined;
}

/** Each product of an order: picture, title, quantity, line total and the VAT within it. */
export function OrderLines({ lines, preOrders = [] }: OrderLinesProps) {
  return (
    <List aria-label="Products in this order">
      {lines.map((line) => (
        <Row key={line.productId}>
          <ProductPicture productId={line.productId} />
          <div>
            <Title>{line.productId === PREMIUM_ID ? 'Premium access' : line.title}</Title>
            <Small>
              Quantity {line.quantity}
              {line.quantity > 1 && ` × ${formatPounds(line.unitPrice)}`}
            </Small>
            <Small>{vatWords(line)}</Small>
            {preOrders.includes(line.productId) && <Small>Pre-order: sent as soon as it is published</Small>}
          </div>
          <Price amount={line.lineTotal} size="small" />
        </Row>
      ))}
    </List>
  );
}

/** Zero-rated is not the same as untaxed, and receipts say which. */
function vatWords({ vat, vatPercent }: Pick<BasketLine, 'vat' | 'vatPercent'>): string {
  return vatPercent === 0 ? 'VAT 0% (zero-rated)' : `includes ${formatPounds(vat)} VAT (${vatPercent}%)`;
}
