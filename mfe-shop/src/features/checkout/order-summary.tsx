import { calls } from '@isa/api-contract';
import { paths, useHost, useRequest } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Card, Cluster, Heading, Skeleton, Stack, TextLink } from '@isa/ui';
import { OrderLines } from '../../shared/order-lines';
import { RetryAlert } from '../../shared/retry-alert';
import { Totals } from '../../shared/totals';
import { needsShipping, type PricedBasket } from '../../shared/use-priced-basket';

/** What is about to be paid for, at today's prices. */
export function OrderSummary({ basket }: { readonly basket: PricedBasket }) {
  const { api } = useHost();
  const { totals, items, prices, refresh, refreshing } = basket;
  const catalogue = useRequest(needsShipping(items) ? 'books' : undefined, (signal) =>
    api(calls.listBooks, {}, { signal }),
  );
  const preOrders = catalogue.data?.books.filter(({ preOrder }) => preOrder).map(({ id }) => id);
  return (
    <Card>
      <Stack gap={5}>
        <Cluster justify="space-between" align="baseline">
          <Heading level={2} size="md">
            Order summary
          </Heading>
          <TextLink as={Link} to={paths.basket}>
            Change
          </TextLink>
        </Cluster>
        {prices === 'loading' ? (
          <Stack gap={4} aria-busy="true">
            {items.map(({ productId }) => (
              <Skeleton key={productId} height={78} />
            ))}
            <Skeleton height={120} />
          </Stack>
        ) : (
          <>
            {prices === 'remembered' && (
              <RetryAlert title="We can’t check today’s prices right now" busy={refreshing} retry={refresh}>
                You can pay as soon as they are known.
              </RetryAlert>
            )}
            <OrderLines lines={totals.lines} preOrders={preOrders} />
            <Totals totals={totals} shipped={needsShipping(items)} />
          </>
        )}
      </Stack>
    </Card>
  );
}
