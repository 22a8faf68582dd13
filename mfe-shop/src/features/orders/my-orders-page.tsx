import { calls, formatPounds, type Receipt } from '@isa/api-contract';
import { paths, useHost, useRequest, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Button,
  Caption,
  Card,
  Cluster,
  EmptyState,
  Heading,
  Price,
  RetryAlert,
  Stack,
  Text,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { styled } from 'styled-components';
import { PrivatePage } from '../../shared/private-page';
import { ProductPicture } from '../../shared/product-picture';
import { Skeletons } from '../../shared/skeletons';
import { OrderHeader } from './order-header';

export default function MyOrdersPage() {
  return (
    <PrivatePage title="My orders" description="What you have ordered." path={paths.myOrders} width="text">
      <Heading level={1}>My orders</Heading>
      <Orders />
    </PrivatePage>
  );
}

function Orders() {
  const { api } = useHost();
  const signedIn = useSession(({ status }) => status === 'in');
  const { data, error, retry } = useRequest(signedIn ? 'orders' : undefined, (signal) =>
    api(calls.listMyOrders, {}, { signal }),
  );

  if (error && !data) {
    return (
      <RetryAlert title="We can’t show your orders right now" retry={retry}>
        {error.message}
      </RetryAlert>
    );
  }
  if (!data) {
    const height = tokens.space(52);
    return <Skeletons label="Loading your orders…" gap={5} heights={[height, height]} />;
  }
  if (data.orders.length === 0) {
    return (
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
    );
  }
  return (
    <Stack as="ul" gap={5} aria-label="Your orders, newest first">
      {data.orders.map((order) => (
        <li key={order.number}>
          <OrderCard order={order} />
        </li>
      ))}
    </Stack>
  );
}

const Covers = styled(Cluster)`
  > * {
    width: 44px;
  }
`;

function OrderCard({ order }: { readonly order: Receipt }) {
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
          <TextLink as={Link} to={paths.order(order.link)} mark="arrow">
            Receipt<VisuallyHidden> of order {order.number}</VisuallyHidden>
          </TextLink>
        </Cluster>
      </Stack>
    </Card>
  );
}
