import { academy, formatPounds, longDate, type Order, type Receipt as FullReceipt } from '@isa/api-contract';
import { Caption, Card, Cluster, Heading, Stack, Tag, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { OrderLines } from '../../shared/order-lines';
import { Totals } from '../../shared/totals';
import { hasBooks, statusWords } from './order-words';

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

const Address = styled.address`
  font-size: ${tokens.font.size.small};
  white-space: pre-line;
`;

/** The seller's name and address stand on paper, not on the screen. */
const Seller = styled.address`
  display: none;
  @media print {
    display: block;
  }
`;

/** An order as a receipt: number, date, lines with their VAT, totals, address. Prints on one page. */
export function Receipt({ order }: { readonly order: Order | FullReceipt }) {
  const { street, city, postcode, country } = academy.address;
  const { label, tone } = statusWords(order.status);
  const paidAt = order.capturedAt ?? order.createdAt;
  return (
    <Sheet as="section" aria-label={`Order ${order.number}`}>
      <Stack gap={6}>
        <Cluster justify="space-between" align="start">
          <div>
            <Caption>Order</Caption>
            <Number>{order.number}</Number>
            <Text size="small" muted>
              <time dateTime={paidAt}>{longDate(paidAt)}</time>
            </Text>
          </div>
          <Tag tone={tone}>{label}</Tag>
        </Cluster>
        <OrderLines lines={order.lines} />
        <Totals totals={order} shipped={hasBooks(order.lines)} />
        {'preOrder' in order && order.preOrder && (
          <Text size="small">
            Contains a pre-order: the volume that is still to be published is sent as soon as it is printed.
          </Text>
        )}
        {'refunded' in order && order.refunded > 0 && (
          <Text>
            <strong>{formatPounds(order.refunded)}</strong> of this was given back to you.
          </Text>
        )}
        {'shippingAddress' in order && order.shippingAddress.length > 0 && (
          <Stack gap={1}>
            <Heading level={2} size="sm">
              Delivery address
            </Heading>
            <Address>{order.shippingAddress.join('\n')}</Address>
          </Stack>
        )}
        <Seller>
          {academy.legalName}, {street}, {city} {postcode}, {country}. {academy.email}
        </Seller>
      </Stack>
    </Sheet>
  );
}
