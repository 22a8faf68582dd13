import { type BasketLine, bookTitle, formatPounds } from '@isa/api-contract';
import { Price, Stack, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { ProductPicture } from './product-picture';

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

const Detail = styled.p`
  color: ${tokens.color.muted};
`;

interface OrderLinesProps {
  readonly lines: readonly BasketLine[];
  readonly preOrders?: readonly number[] | undefined;
  /** Whether VAT is shown, which only a seller with a VAT number may state. */
  readonly withVat: boolean;
}

/** The products of an order: picture, title, quantity, line total and included VAT. */
export function OrderLines({ lines, preOrders = [], withVat }: OrderLinesProps) {
  return (
    <Stack as="ul" aria-label="Products in this order">
      {lines.map((line) => (
        <Row key={line.productId}>
          <ProductPicture productId={line.productId} />
          <div>
            <Title>{bookTitle(line.title)}</Title>
            <Detail>
              {`Quantity ${line.quantity}${line.quantity > 1 ? ` × ${formatPounds(line.unitPrice)}` : ''}`}
            </Detail>
            {withVat && <Detail>{vatLabel(line)}</Detail>}
            {preOrders.includes(line.productId) && (
              <Detail>Pre-order: sent as soon as it is published</Detail>
            )}
          </div>
          <Price amount={line.lineTotal} size="small" />
        </Row>
      ))}
    </Stack>
  );
}

/** The label of the VAT. Zero-rated differs from untaxed, and receipts must name it. */
function vatLabel({ vat, vatPercent }: Pick<BasketLine, 'vat' | 'vatPercent'>): string {
  return vatPercent === 0 ? 'VAT 0% (zero-rated)' : `includes ${formatPounds(vat)} VAT (${vatPercent}%)`;
}
