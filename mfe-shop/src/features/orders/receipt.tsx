import {
  academy,
  formatPounds,
  type Order,
  postalAddress,
  type Receipt as FullReceipt,
} from '@isa/api-contract';
import { Caption, Card, Heading, Stack, Text, tokens } from '@isa/ui';
import { css, styled } from 'styled-components';
import { hasBooks } from '../../shared/basket-contents';
import { OrderLines } from '../../shared/order-lines';
import { Totals } from '../../shared/totals';
import { OrderHeader } from './order-header';

const Paper = styled(Card)`
  @media print {
    border: 0;
    padding: 0;
  }
`;

const OrderNumber = styled.p`
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.sm};
  font-weight: 600;
`;

const Address = styled.address`
  font-size: ${tokens.font.size.small};
  white-space: pre-line;
`;

const printedOnly = css`
  display: none;
  @media print {
    display: block;
  }
`;

const PrintedHeading = styled.div`
  ${printedOnly}
`;

const Seller = styled.address`
  font-size: ${tokens.font.size.small};
  color: ${tokens.color.muted};
`;

/** Until the server's receipt arrives. */
const defaultSeller = { name: academy.legalName, address: postalAddress, vatNumber: null };

/** An order's number, date, lines with VAT, totals and address. Prints on one page. */
export function Receipt({ order }: { readonly order: Order | FullReceipt }) {
  const { name, address, vatNumber } = 'seller' in order ? order.seller : defaultSeller;
  return (
    <Paper as="section" aria-label={`Order ${order.number}`}>
      <Stack gap={6}>
        <PrintedHeading>
          <Heading level={2}>Receipt</Heading>
        </PrintedHeading>
        <OrderHeader order={order}>
          <Caption>Order</Caption>
          <OrderNumber>{order.number}</OrderNumber>
        </OrderHeader>
        <OrderLines lines={order.lines} />
        <Totals totals={order} shipped={hasBooks(order.lines)} />
        {'preOrder' in order && order.preOrder && (
          <Text size="small">
            Contains a pre-order: the volume that is still to be published is sent as soon as it is printed.
          </Text>
        )}
        {'refunded' in order && order.refunded > 0 && (
          <Text>
            <strong>{formatPounds(order.refunded)}</strong> of this was refunded.
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
          {name}, {address}. {academy.email}
          {vatNumber && <br />}
          {vatNumber && `VAT number ${vatNumber}`}
        </Seller>
      </Stack>
    </Paper>
  );
}
