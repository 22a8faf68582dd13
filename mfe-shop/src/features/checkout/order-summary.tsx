import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Card, Cluster, Heading, RetryAlert, Stack, TextLink } from '@isa/ui';
import { hasBooks } from '../../shared/basket-contents';
import { OrderLines } from '../../shared/order-lines';
import { Skeletons } from '../../shared/skeletons';
import { Totals } from '../../shared/totals';
import { type PricedBasket, useBooks } from '../../shared/use-priced-basket';

export function OrderSummary({ basket }: { readonly basket: PricedBasket }) {
  const { totals, items, prices, refresh, refreshing } = basket;
  const preOrders = useBooks(items)
    .data?.books.filter(({ preOrder }) => preOrder)
    .map(({ id }) => id);
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
          <Skeletons gap={4} heights={[...items.map(() => 78), 120]} />
        ) : (
          <>
            {prices === 'remembered' && (
              <RetryAlert title="We can’t check today’s prices right now" busy={refreshing} retry={refresh}>
                You can pay as soon as they are known.
              </RetryAlert>
            )}
            {(prices === 'checked' || totals.lines.length > 0) && (
              <>
                <OrderLines lines={totals.lines} preOrders={preOrders} />
                <Totals totals={totals} shipped={hasBooks(items)} />
              </>
            )}
          </>
        )}
      </Stack>
    </Card>
  );
}
