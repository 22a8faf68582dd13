import { PageHead } from '@isa/contract';
import { Container, NeedsScripts, Section, Stack } from '@isa/ui';
import type { ComponentProps } from 'react';

type PrivatePageProps = Pick<ComponentProps<typeof PageHead>, 'title' | 'description' | 'path'> &
  Pick<ComponentProps<typeof Container>, 'children'> &
  Pick<ComponentProps<typeof Stack>, 'gap'>;

/** The frame of a page about a visitor's own basket or orders, hidden from search engines. */
export function PrivatePage({ gap = 8, children, ...head }: PrivatePageProps) {
  return (
    <Section space="small">
      <PageHead {...head} noIndex />
      <Container>
        <Stack gap={gap}>
          {children}
          <NeedsScripts />
        </Stack>
      </Container>
    </Section>
  );
}
