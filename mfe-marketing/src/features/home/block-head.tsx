import { asElement, Caption, Heading, Stack } from '@isa/ui';
import type { ReactNode } from 'react';

interface BlockHeadProps {
  /** A line above the title, where that alone does not say what the block is. */
  readonly caption?: string;
  readonly id: string;
  readonly title: string;
  readonly size?: 'lg' | 'xl';
  readonly children?: ReactNode;
}

export function BlockHead({ caption, id, title, size = 'xl', children }: BlockHeadProps) {
  return (
    <Stack gap={4}>
      {caption && <Caption tone="accent">{caption}</Caption>}
      <Heading level={2} size={size} id={id}>
        {title}
      </Heading>
      {asElement(children)}
    </Stack>
  );
}
