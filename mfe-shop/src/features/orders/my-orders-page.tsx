import { calls, formatPounds, type Receipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost, useRequest, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Alert,
  Button,
  Caption,
  Card,
  Cluster,
  Columns,
  EmptyState,
  Grid,
  Heading,
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
import { PrivatePage } from '../../shared/private-page';
import { ProductPicture } from '../../shared/product-picture';
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
  return (
    <PrivatePage title="My orders" description="What you have ordered." path={paths.myOrders}>
      <Heading level={1}>My orders</Heading>
      <Orders />
    </PrivatePage>
  );
}

function Orders() {
  const signedIn = useSession(({ status }) => status === 'in');
  // The history ends with the session, so that no orders of another customer are kept.
  return signedIn ? <History /> : <Loading />;
}

function Loading() {
  const height = tokens.space(52);
  return <Skeletons label="Loading your orders…" gap={5} heights={[height, height]} />;
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
          title="No orders yet"
          action={
            <Button as={Link} to={paths.books}>
              See the books
            </Button>
          }
        >
          Orders that you place while logged in are listed here. Ordered as a guest? Open the link in the
          confirmation e-mail.
        </EmptyState>
        <PageArt name="shelf" />
      </Columns>
    );
  }
  const { orders, added, next } = data;
  return (
    <>
      <Grid as="ul" min={420} gap={5} aria-label="Your orders, newest first">
        {orders.map((order, at) => (
          <li key={order.number}>
            <OrderCard order={order} focused={added > 0 && at === added} />
          </li>
        ))}
      </Grid>
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
    </>
  );
}

const Covers = styled(Cluster)`
  > * {
    width: 44px;
  }
`;

interface OrderCardProps {
  readonly order: Receipt;
  /** Whether the order takes the focus, because the button that showed it is below it or gone. */
  readonly focused: boolean;
}

function OrderCard({ order, focused }: OrderCardProps) {
  const receipt = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (focused) receipt.current?.focus();
  }, [focused]);
  const titles = order.lines.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title));
  return (
    <Card as="article" interactive>
      <Stack gap={4}>
        <OrderHeader order={order}>
          <Caption as="h2">{order.number}</Caption>
        </OrderHeader>
        <Covers gap={2}>
          {order.lines.map(({ productId }) => (
            <ProductPicture key={productId} productId={productId} />
          ))}
        </Covers>
        <Text size="small">{titles.join(' · ')}</Text>
        {order.refunded > 0 && <Text size="small">{formatPounds(order.refunded)} was refunded.</Text>}
        <Cluster justify="space-between">
          <Price amount={order.total} />
          <TextLink as={Link} ref={receipt} to={paths.order(order.link)} mark="arrow">
            Receipt<VisuallyHidden> of order {order.number}</VisuallyHidden>
          </TextLink>
        </Cluster>
      </Stack>
    </Card>
  );
}
