import { PageHead } from '@isa/contract';
import { asElement, Band, NeedsScripts, Stack } from '@isa/ui';
import type { ComponentProps } from 'react';

type PrivatePageProps = Pick<ComponentProps<typeof PageHead>, 'title' | 'description' | 'path'> &
  Pick<ComponentProps<typeof Stack>, 'children' | 'gap'>;

/** The frame of a page about a visitor's own basket or orders, hidden from search engines. */
export function PrivatePage({ gap = 8, children, ...head }: PrivatePageProps) {
  return (
    <Band space="small">
      <PageHead {...head} noIndex />
      <Stack gap={gap}>
        {asElement(children)}
        <NeedsScripts />
      </Stack>
    </Band>
  );
}
