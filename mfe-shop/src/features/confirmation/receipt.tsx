import { academy, isBookId, type Order } from '@isa/api-contract';
import { Caption, Card, Cluster, Stack, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { Totals } from '../basket/totals';
import { OrderLines } from '../checkout/order-lines';

const Sheet = styled(Card)`
  @media print {
    border: 0;
    padding: 0;
  }
`;

const Number = styled.p`
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.sm};
  font-weight: 600;
`;

/** The seller's name and address stand on paper, not on the screen. */
const Seller = styled.address`
  display: none;
  @media print {
    display: block;
  }
`;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** An order as a receipt: number, date, lines with their VAT, totals. Prints on one page. */
export function Receipt({ order }: { readonly order: Order }) {
  const { street, city, postcode, country } = academy.address;
  return (
    <Sheet as="section" aria-label={`Order ${order.number}`}>
      <Stack gap={6}>
        <Cluster justify="space-between" align="start">
          <div>
            <Caption>Order</Caption>
            <Number>{order.number}</Number>
          </div>
          <Text size="small" muted>
            <time dateTime={order.capturedAt ?? order.createdAt}>
              {day.format(new Date(order.capturedAt ?? order.createdAt))}
            </time>
          </Text>
        </Cluster>
        <OrderLines lines={order.lines} />
        <Totals totals={order} shipped={order.lines.some(({ productId }) => isBookId(productId))} />
        <Seller>
          {academy.legalName}, {street}, {city} {postcode}, {country}. {academy.email}
        </Seller>
      </Stack>
    </Sheet>
  );
}
