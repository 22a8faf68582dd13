import { formatPounds, longDate, longMonth, pence, type Receipt as FullReceipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Caption, Card, Heading, Stack, Text, TextLink, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { hasBooks } from '../../shared/basket-contents';
import { enquiryAbout } from '../../shared/enquiry-about';
import { OrderLines } from '../../shared/order-lines';
import { Totals } from '../../shared/totals';
import { OrderHeader } from './order-header';
import { copiesText } from './timeline';

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

const PrintedHeading = styled.div`
  display: none;
  @media print {
    display: block;
  }
`;

const Seller = styled.address`
  font-size: ${tokens.font.size.small};
  color: ${tokens.color.muted};
`;

export function Receipt({ order }: { readonly order: FullReceipt }) {
  const { name, address, vatNumber } = order.seller;
  const { email } = useHost().site.contact;
  return (
    <Paper as="section" aria-label={`Order ${order.number}`}>
      <Stack gap={6}>
        <PrintedHeading>
          <Heading level={2}>{order.money === 'taken' ? 'Receipt' : 'Order'}</Heading>
        </PrintedHeading>
        <OrderHeader order={order}>
          <Caption>Order</Caption>
          <OrderNumber>{order.number}</OrderNumber>
        </OrderHeader>
        <Parties order={order} />
        {order.status === 'captured' && order.sentAt === null && hasBooks(order.lines) && (
          <Text size="small" data-isa-screen-only>
            <span>{'Wrong address? '}</span>
            <TextLink
              as={Link}
              to={paths.contactForm}
              state={enquiryAbout(order.number, 'Another address for order')}
            >
              Tell us
            </TextLink>
            <span> before the books leave.</span>
          </Text>
        )}
        <OrderLines lines={order.lines} withVat={vatNumber !== null} />
        <Totals totals={order} shipped={hasBooks(order.lines)} withVat={vatNumber !== null} />
        {order.preOrder && order.status === 'captured' && (
          <Text size="small">
            {`Contains a pre-order: the volume that is still to be published${expectedIn(order.lines)} is sent as soon as it is printed.`}
          </Text>
        )}
        <Refunds order={order} />
        {order.termsVersion !== null && (
          <Text size="small">
            <TextLink as={Link} to={paths.legal('terms-and-conditions')}>
              Our terms and conditions
            </TextLink>
            <span>{` in force since ${longDate(order.termsVersion)} apply to this order.`}</span>
          </Text>
        )}
        <Seller>
          <span>{`${name}, ${address}. ${email}`}</span>
          {vatNumber && <br />}
          <span>{vatNumber && `VAT number ${vatNumber}`}</span>
        </Seller>
      </Stack>
    </Paper>
  );
}

/** What of the total went back, or is on its way, and for which copies. */
function Refunds({ order }: { readonly order: FullReceipt }) {
  const { capturedAt, money, refunded, refunds, total } = order;
  const told = refunds.filter(({ state }) => state !== 'failed');
  const listed = told.reduce((sum, { state, amount }) => sum + (state === 'done' ? amount : 0), 0);
  // The sum of a payment that did not match the order is unknown here.
  const unlisted = capturedAt === null ? 0 : refunded - listed;
  if (told.length === 0 && unlisted <= 0) return null;
  return (
    <Stack gap={2} as="section" aria-label="Refunds">
      {told.map(({ at, amount, state, lines }) => (
        <Text key={at}>
          <strong>{formatPounds(amount)}</strong>
          <span>{` ${state === 'done' ? 'refunded on' : 'refund under way since'} ${longDate(at)}`}</span>
          <span>{lines.length > 0 && `: ${copiesText(lines)}`}</span>
        </Text>
      ))}
      {unlisted > 0 && (
        <Text>
          <strong>{formatPounds(pence(unlisted))}</strong>
          <span> went back.</span>
        </Text>
      )}
      {money === 'taken' && refunded > 0 && (
        <Text>
          <span>{'Paid after refunds: '}</span>
          <strong>{formatPounds(pence(total - refunded))}</strong>
        </Text>
      )}
    </Stack>
  );
}

/** Who has bought, and where the books go. */
function Parties({ order }: { readonly order: FullReceipt }) {
  const facts = [
    ['Buyer', order.buyerName],
    ['Company', order.company],
    ['Purchase order', order.purchaseOrderNumber],
    ['Delivery address', order.shippingAddress.join('\n') || null],
  ] as const;
  const known = facts.filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  return (
    <Facts>
      {known.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  );
}

const Facts = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
  gap: ${tokens.space(4)};
  padding-block: ${tokens.space(5)};
  border-block: 1px solid ${tokens.color.line};
  font-size: ${tokens.font.size.small};
  overflow-wrap: anywhere;
  dt {
    color: ${tokens.color.muted};
  }
  dd {
    white-space: pre-line;
  }
`;

function expectedIn(lines: readonly { readonly expectedMonth: string | null }[]): string {
  const month = lines.find(({ expectedMonth }) => expectedMonth !== null)?.expectedMonth;
  return month ? ` and expected in ${longMonth(month)}` : '';
}
