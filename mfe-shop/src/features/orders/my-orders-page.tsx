import { calls, isBookId, type Receipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost, useRequest, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Alert,
  Button,
  Cluster,
  Columns,
  EmptyState,
  Heading,
  media,
  Price,
  RetryAlert,
  Stack,
  surface,
  Text,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { useEffect, useRef, useState } from 'react';
import { css, styled } from 'styled-components';
import { hasBooks } from '../../shared/basket-contents';
import { PrivatePage } from '../../shared/private-page';
import { ProductPicture } from '../../shared/product-picture';
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
  return <Skeletons label="Loading your orders…" gap={6} heights={[tokens.space(88), tokens.space(36)]} />;
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
        <ul aria-label="Your orders, newest first">
          {orders.map((order, at) => (
            <li key={order.number}>
              <OrderEntry order={order} latest={at === 0} focused={added > 0 && at === added} />
            </li>
          ))}
        </ul>
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

/** The covers, and the texts alongside them; the latest order is a sheet, earlier ones are rows. */
const Entry = styled.article<{ readonly $latest: boolean }>`
  display: grid;
  ${({ $latest }) =>
    $latest
      ? css`
          overflow: clip;
          margin-bottom: ${tokens.space(6)};
          border: 1px solid ${tokens.color.line};
          border-radius: ${tokens.radiusLarge};
          background: ${tokens.color.raised};
          ${media.up('md')} {
            grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
          }
        `
      : css`
          grid-template-columns: 64px minmax(0, 1fr);
          gap: ${tokens.space(5)};
          padding-block: ${tokens.space(6)};
          border-bottom: 1px solid ${tokens.color.line};
          ${media.up('md')} {
            grid-template-columns: 88px minmax(0, 1fr);
            gap: ${tokens.space(8)};
          }
        `}
`;

/** The first product of an earlier order; up to three of the latest one, on ink. */
const Covers = styled.div<{ readonly $latest: boolean }>`
  ${({ $latest }) =>
    $latest &&
    css`
      ${surface('ink')}
      display: flex;
      align-items: center;
      justify-content: center;
      gap: clamp(${tokens.space(3)}, 2vw, ${tokens.space(6)});
      padding: clamp(${tokens.space(6)}, 4vw, ${tokens.space(12)});
      > * {
        flex: 0 1 clamp(5rem, 16vw, 13rem);
        min-width: 0;
      }
      > [data-wide] {
        flex-basis: clamp(9rem, 30vw, 22rem);
      }
    `}
`;

const Details = styled(Stack)<{ readonly $latest: boolean }>`
  align-self: center;
  ${({ $latest }) => $latest && `padding: clamp(${tokens.space(5)}, 3.2vw, ${tokens.space(10)});`}
`;

const Number = styled.h2`
  font-size: ${tokens.font.size.small};
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;

const Title = styled.li<{ readonly $latest: boolean }>`
  font-size: ${({ $latest }) => tokens.font.size[$latest ? 'sm' : 'small']};
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  line-height: 1.45;
  text-wrap: pretty;
`;

interface OrderEntryProps {
  readonly order: Receipt;
  readonly latest: boolean;
  /** Whether the order takes the focus, because the button that showed it is below it or gone. */
  readonly focused: boolean;
}

function OrderEntry({ order, latest, focused }: OrderEntryProps) {
  const receipt = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (focused) receipt.current?.focus();
  }, [focused]);
  const titles = order.lines.map(({ title, quantity }) => `${quantity} × ${title}`);
  return (
    <Entry $latest={latest}>
      <Covers $latest={latest}>
        {order.lines.slice(0, latest ? 3 : 1).map(({ productId }) => (
          <div key={productId} data-wide={!isBookId(productId) || undefined}>
            <ProductPicture productId={productId} />
          </div>
        ))}
      </Covers>
      <Details gap={latest ? 5 : 2} $latest={latest}>
        <OrderHeader order={order}>
          <Number>{order.number}</Number>
        </OrderHeader>
        <ul>
          {titles.map((title) => (
            <Title key={title} $latest={latest}>
              {title}
            </Title>
          ))}
        </ul>
        {order.shown.text !== null && <Text size="small">{order.shown.text}</Text>}
        <Cluster justify="space-between">
          <Price amount={order.total} size={latest ? 'medium' : 'small'} />
          <TextLink as={Link} ref={receipt} to={paths.order(order.link)} mark="arrow">
            View order<VisuallyHidden>{` number ${order.number}`}</VisuallyHidden>
          </TextLink>
        </Cluster>
      </Details>
    </Entry>
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
