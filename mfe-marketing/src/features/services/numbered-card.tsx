import { Caption, Card, Heading, Stack } from '@isa/ui';
import type { ReactNode } from 'react';

interface NumberedCardProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

export function NumberedCard({ number, title, children }: NumberedCardProps) {
  return (
    <Card>
      <Stack gap={3}>
        <Caption aria-hidden="true" tone="accent">
          {String(number).padStart(2, '0')}
        </Caption>
        <Heading level={3}>{title}</Heading>
        {children}
      </Stack>
    </Card>
  );
}
