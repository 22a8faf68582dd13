import { longDate, type Order } from '@isa/api-contract';
import { asElement, Cluster, Tag, Text } from '@isa/ui';
import type { ReactNode } from 'react';

const statusLabels = {
  created: { label: 'Not paid', tone: 'plain' },
  capturing: { label: 'Payment being checked', tone: 'accent' },
  captured: { label: 'Paid', tone: 'success' },
  failed: { label: 'Payment failed', tone: 'error' },
  refunded: { label: 'Refunded', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
} as const;

interface OrderHeaderProps {
  readonly order: Pick<Order, 'status' | 'createdAt' | 'capturedAt'>;
  readonly children: ReactNode;
}

export function OrderHeader({ order, children }: OrderHeaderProps) {
  const { label, tone } = statusLabels[order.status];
  const date = order.capturedAt ?? order.createdAt;
  return (
    <Cluster justify="space-between" align="start">
      <div>
        {asElement(children)}
        <Text size="small" muted>
          <time dateTime={date}>{longDate(date)}</time>
        </Text>
      </div>
      <Tag tone={tone}>{label}</Tag>
    </Cluster>
  );
}
