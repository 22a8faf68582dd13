import { Caption, Card, Heading, Stack } from '@isa/ui';
import type { ReactNode } from 'react';

/** A sheet with its number: one of several things of equal rank. */
export function NumberedCard({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}) {
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
