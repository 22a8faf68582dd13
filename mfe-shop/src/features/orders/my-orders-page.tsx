import { calls, type Receipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost, useRequest, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Alert,
  Button,
  Card,
  Cluster,
  Columns,
  EmptyState,
  Heading,
  media,
  Price,
  RetryAlert,
  Stack,
  Text,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { hasBooks } from '../../shared/basket-contents';
import { OrderLines } from '../../shared/order-lines';
import { PrivatePage } from '../../shared/private-page';
import { PurchaseTerms } from '../../shared/purchase-terms';
import { Skeletons } from '../../shared/skeletons';
import { OrderHeader } from './order-header';

const PAGE = 20;

interface ShownOrders {
  readonly orders: readonly Receipt[];
  /** The index of the first order of the last page. */
  readonly added: number;
  readonly next: string | null;
}

export default function MyOrdersPage() {
  const signedIn = useSession(({ status }) => status === 'in');
  return (
    <PrivatePage title="My orders" description="What you have ordered." path={paths.myOrders}>
      <Heading level={1}>My orders</Heading>
      {/* The history ends with the session, so that no orders of another customer are kept. */}
      {signedIn ? <History /> : <Loading />}
    </PrivatePage>
  );
}

function Loading() {
  return <Skeletons label="Loading your orders…" gap={6} heights={[tokens.space(60), tokens.space(60)]} />;
}

function History() {
  const { api } = useHost();
  const [cursor, setCursor] = useState<string>();
  const { status, data, error, retry } = useRequest<ShownOrders>(
    `orders ${cursor ?? ''}`,
    async (signal, previous) => {
      const shown = cursor === undefined ? [] : (previous?.orders ?? []);
      const { orders, next } = await api(calls.listMyOrders, { query: { cursor, limit: PAGE } }, { signal });
      return { orders: [...shown, ...orders], added: shown.length, next };
    },
  );

  if (error && !data) {
    return (
      <RetryAlert title="We can’t show your orders right now" retry={retry}>
        {error.message}
      </RetryAlert>
    );
  }
  if (!data) return <Loading />;
  if (data.orders.length === 0) {
    return (
      <Columns from="lg" widths="5fr 7fr" gap={10} wideGap={tokens.space(16)} align="center">
        <EmptyState
          belowHeading
          title="No orders yet"
          action={
            <Button as={Link} to={paths.books}>
              See the books
            </Button>
          }
        >
          Orders that you place while logged in are listed here. Ordered as a guest? Open the link in the
          confirmation email.
        </EmptyState>
        <PageArt name="shelf" />
      </Columns>
    );
  }
  const { orders, added, next } = data;
  return (
    <Columns from="lg" widths="1fr 17rem" gap={12} wideGap={tokens.space(16)} align="start">
      <Stack gap={8}>
        <Orders aria-label="Your orders, newest first">
          {orders.map((order, at) => (
            <li key={order.number}>
              <OrderEntry order={order} focused={added > 0 && at === added} />
            </li>
          ))}
        </Orders>
        <VisuallyHidden role="status">{added > 0 && `${orders.length} orders are shown.`}</VisuallyHidden>
        {error && (
          <Alert tone="error" title="We can’t show more orders right now">
            {error.message}
          </Alert>
        )}
        {next !== null && (
          <Cluster justify="center">
            <Button
              type="button"
              variant="secondary"
              busy={status === 'loading'}
              onClick={() => (error ? retry() : setCursor(next))}
            >
              Show more orders
            </Button>
          </Cluster>
        )}
      </Stack>
      <Help withBooks={orders.some(({ lines }) => hasBooks(lines))} />
    </Columns>
  );
}

const Orders = styled.ul`
  display: grid;
  gap: ${tokens.space(6)};
`;

const Number = styled.h2`
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;

const Foot = styled.div`
  display: grid;
  gap: ${tokens.space(4)};
  padding-top: ${tokens.space(4)};
  border-top: 1px solid ${tokens.color.line};
  ${media.up('sm')} {
    grid-template-columns: minmax(12rem, 1fr) auto;
    align-items: end;
    > :last-child {
      grid-area: 1 / 1;
    }
  }
`;

/** The amounts stand under the prices of the lines. */
const Sums = styled.dl`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: ${tokens.space(1)} ${tokens.space(6)};
  align-items: baseline;
  font-size: ${tokens.font.size.small};
  dd {
    text-align: right;
  }
  > :nth-last-child(-n + 2) {
    font-weight: 600;
    span {
      font-weight: 700;
    }
  }
`;

interface OrderEntryProps {
  readonly order: Receipt;
  /** Whether the order takes the focus, because the button that showed it is below it or gone. */
  readonly focused: boolean;
}

function OrderEntry({ order, focused }: OrderEntryProps) {
  const receipt = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (focused) receipt.current?.focus();
  }, [focused]);
  return (
    <Card as="article">
      <Stack gap={5}>
        <OrderHeader order={order}>
          <Number>{order.number}</Number>
        </OrderHeader>
        {order.shown.text !== null && <Text size="small">{order.shown.text}</Text>}
        <OrderLines lines={order.lines} withVat={false} />
        <Foot>
          <Sums>
            {hasBooks(order.lines) && (
              <>
                <dt>Shipping</dt>
                <dd>
                  <Price amount={order.shipping} size="small" />
                </dd>
              </>
            )}
            <dt>Total</dt>
            <dd>
              <Price amount={order.total} size="small" />
            </dd>
          </Sums>
          <TextLink as={Link} ref={receipt} to={paths.order(order.link)} mark="arrow">
            View order<VisuallyHidden>{` number ${order.number}`}</VisuallyHidden>
          </TextLink>
        </Foot>
      </Stack>
    </Card>
  );
}

/** @param withBooks whether any of the orders is delivered by post. */
function Help({ withBooks }: { readonly withBooks: boolean }) {
  return (
    <Stack gap={5} as="section" aria-labelledby="order-help">
      <Heading level={2} size="md" id="order-help">
        After your order
      </Heading>
      <PurchaseTerms books={withBooks ? [{ preOrder: false }] : []}>
        <div>
          <dt>Questions</dt>
          <dd>
            Is something wrong or missing?{' '}
            <TextLink as={Link} to={paths.contactForm}>
              Write to us
            </TextLink>{' '}
            with the order’s number.
          </dd>
        </div>
      </PurchaseTerms>
    </Stack>
  );
}
