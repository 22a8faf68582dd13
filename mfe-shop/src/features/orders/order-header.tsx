import { longDate, type Receipt } from '@isa/api-contract';
import { asElement, Cluster, Tag, Text } from '@isa/ui';
import type { ReactNode } from 'react';

interface OrderHeaderProps {
  readonly order: Pick<Receipt, 'shown' | 'createdAt' | 'capturedAt'>;
  readonly children: ReactNode;
}

export function OrderHeader({ order, children }: OrderHeaderProps) {
  const { label, tone } = order.shown;
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
