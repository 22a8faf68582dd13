import { isBookId } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useSession } from '@isa/contract';
import { Link, useParams } from '@isa/contract/router';
import { Breadcrumbs, Button, EmptyState, Heading, RetryAlert, Skeleton, Stack } from '@isa/ui';
import { PrivatePage } from '../../shared/private-page';
import { PurchaseTerms } from '../../shared/purchase-terms';
import { OrderActions, OrderColumns } from './order-actions';
import { OrderAgain } from './order-again';
import { CancelOrder, ReturnOrder } from './order-questions';
import { OrderState } from './order-state';
import { Receipt } from './receipt';
import { Timeline } from './timeline';
import { useOrder } from './use-order';

/** One order behind its signed link, which guests receive by email and customers find in their orders. */
export default function OrderPage() {
  const { link = '' } = useParams();
  const signedIn = useSession(({ status }) => status === 'in');
  const trail = [
    { label: 'Home', to: paths.home },
    ...(signedIn ? [{ label: 'My orders', to: paths.myOrders }] : []),
    { label: 'Your order' },
  ];
  return (
    // The link is a secret, so the canonical address is that of the list.
    <PrivatePage title="Your order" description="The receipt of an order." path={paths.myOrders} gap={6}>
      <Breadcrumbs items={trail} linkAs={Link} />
      <Heading level={1}>Your order</Heading>
      <Order link={link} />
    </PrivatePage>
  );
}

function Order({ link }: { readonly link: string }) {
  const { order, error, retry, update } = useOrder(link);

  if (order) {
    const { lines, premium } = order;
    return (
      <>
        <OrderState order={order} />
        <OrderColumns>
          <Stack gap={8}>
            <Timeline order={order} />
            <OrderActions
              order={order}
              startLearning={premium === 'open'}
              action={<OrderAgain order={order} />}
            />
            <CancelOrder order={order} onChanged={update} />
            <ReturnOrder order={order} onChanged={update} />
            {order.status === 'captured' && (
              <PurchaseTerms books={lines.filter(({ productId }) => isBookId(productId))} />
            )}
          </Stack>
          <Receipt order={order} />
        </OrderColumns>
      </>
    );
  }
  if (!error) {
    return (
      <OrderColumns>
        <Skeleton height={240} />
        <Skeleton height={620} />
      </OrderColumns>
    );
  }
  if (error.id === 'not-found' || error.id === 'link-expired' || error.id === 'invalid-request') {
    return (
      <EmptyState
        title="This link does not lead to an order"
        action={
          <Button as={Link} to={paths.contact} variant="secondary">
            Write to us
          </Button>
        }
      >
        Please copy the whole link from your confirmation, or write to us with the order’s number.
      </EmptyState>
    );
  }
  return (
    <RetryAlert title="We can’t show this order right now" retry={retry}>
      {error.message}
    </RetryAlert>
  );
}
