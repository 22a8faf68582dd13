import type { Crumb } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Breadcrumbs, Caption, Container, Heading, Lead, media, Section, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Layout = styled.div<{ readonly $pictured: boolean }>`
  display: grid;
  gap: ${tokens.space(8)} ${tokens.space(16)};
  align-items: end;
  ${media.up('lg')} {
    grid-template-columns: ${({ $pictured }) => ($pictured ? 'minmax(0, 7fr) minmax(0, 5fr)' : '1fr')};
  }
`;

const Words = styled.div`
  display: grid;
  gap: ${tokens.space(4)};
  max-width: 52rem;
`;

const Crumbs = styled.div`
  margin-bottom: ${tokens.space(9)};
`;

interface PageIntroProps {
  /** From Home to this page. */
  readonly crumbs: readonly Crumb[];
  /** The file's caption above the heading. */
  readonly caption: string;
  readonly title: string;
  readonly lead: string;
  /** Buttons or tags below the lead. */
  readonly children?: ReactNode;
  readonly picture?: ReactNode;
}

/** The top of every page but home: where it stands, its one h1, and what it is about. */
export function PageIntro({ crumbs, caption, title, lead, children, picture }: PageIntroProps) {
  return (
    <Section space="small">
      <Container>
        <Crumbs>
          <Breadcrumbs items={crumbs} linkAs={Link} />
        </Crumbs>
        <Layout $pictured={picture !== undefined}>
          <Words>
            <Caption tone="accent">{caption}</Caption>
            <Heading level={1}>{title}</Heading>
            <Lead>{lead}</Lead>
            {children}
          </Words>
          {picture}
        </Layout>
      </Container>
    </Section>
  );
}
