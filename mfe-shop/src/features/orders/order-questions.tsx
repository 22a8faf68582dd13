import { calls, formatPounds, longDate, type Receipt } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { useState } from 'react';
import { OrderQuestion } from './order-question';

const REASONS = {
  'pre-order': 'We have not sent anything from this order yet, so you can still cancel it.',
  premium: 'No lessons have been recorded yet, so you can still cancel premium access.',
} as const;

interface ChangeOrderProps {
  readonly order: Receipt;
  onChanged(order: Receipt): void;
}

/** Offers to cancel an order of which nothing is sent or recorded. */
export function CancelOrder({ order, onChanged }: ChangeOrderProps) {
  const { api } = useHost();
  if (order.cancellation === null) return null;
  const { reason, refund } = order.cancellation;
  const amount = formatPounds(refund);
  return (
    <OrderQuestion
      order={order}
      title="Changed your mind?"
      labels={{
        offer: 'Cancel this order',
        confirm: `Yes, cancel and refund ${amount}`,
        keep: 'Keep the order',
      }}
      texts={{
        unknown: 'Our server’s answer was lost. We are checking whether the order was cancelled.',
        unchanged: 'The order has not been cancelled yet, and nothing has been refunded. Please try again.',
      }}
      request={() => api(calls.cancelOrderByLink, { params: { link: order.link }, body: {} })}
      onChanged={onChanged}
    >
      {`${REASONS[reason]} ${amount} goes back to the account that you paid with.`}
    </OrderQuestion>
  );
}

/** Offers to announce that books are sent back, while they may be. */
export function ReturnOrder({ order, onChanged }: ChangeOrderProps) {
  const { api } = useHost();
  const [now] = useState(Date.now);
  const { returnableUntil, returnAskedAt } = order;
  if (returnableUntil === null || returnAskedAt !== null || Date.parse(returnableUntil) < now) return null;
  return (
    <OrderQuestion
      order={order}
      title="Not what you wanted?"
      labels={{ offer: 'Return books', confirm: 'Yes, I will send them back', keep: 'Keep the books' }}
      texts={{
        unknown: 'We lost the connection. We are checking whether your return was recorded.',
        unchanged: 'Your return has not been recorded yet. Please try again.',
      }}
      request={() => api(calls.askReturn, { params: { link: order.link }, body: {} })}
      onChanged={onChanged}
    >
      {`You can return books from this order until ${longDate(returnableUntil)}. We will email you the address to send them to.`}
    </OrderQuestion>
  );
}
