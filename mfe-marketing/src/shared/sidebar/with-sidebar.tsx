import { Container, media, Section, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { SidebarData } from './load-sidebar';
import { Sidebar } from './sidebar';

const Columns = styled.div`
  display: grid;
  gap: ${tokens.space(16)};
  > * {
    min-width: 0;
  }
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 1fr) 18.5rem;
    gap: clamp(${tokens.space(12)}, 6vw, ${tokens.space(22)});
  }
`;

/** A page's body beside the shared sidebar; below each other where there is no room. */
export function WithSidebar({
  data,
  here,
  children,
}: {
  readonly data: SidebarData;
  /** The page's own address, marked in the lists. */
  readonly here: string;
  readonly children: ReactNode;
}) {
  return (
    <Section tone="card">
      <Container>
        <Columns>
          <div>{children}</div>
          <Sidebar data={data} here={here} />
        </Columns>
      </Container>
    </Section>
  );
}
