import { type Crumb, PageHead } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Breadcrumbs, Caption, Columns, Heading, Lead, tokens } from '@isa/ui';
import type { ComponentProps, ReactNode } from 'react';
import { styled } from 'styled-components';
import { homeCrumb } from './structured-data';

const BreadcrumbRow = styled.div`
  margin-bottom: ${tokens.space(9)};
`;

const Introduction = styled.div`
  display: grid;
  gap: ${tokens.space(4)};
  max-width: 52rem;
`;

interface PageIntroProps extends Omit<ComponentProps<typeof PageHead>, 'crumbs' | 'noIndex'> {
  readonly title: string;
  /** The pages between Home and this one. */
  readonly parents?: readonly Crumb[];
  /** The page's breadcrumb, where it is not the title. */
  readonly crumb?: Pick<Crumb, 'label' | 'name'>;
  /** Above the heading. */
  readonly caption: string;
  /** The h1, where it is not the title. */
  readonly heading?: string;
  readonly lead: string;
  /** Buttons or links below the lead. */
  readonly children?: ReactNode;
  readonly picture?: ReactNode;
}

/** The head of a page and its first section: breadcrumbs, caption, h1, lead and picture. */
export function PageIntro({
  parents = [],
  crumb,
  caption,
  heading,
  lead,
  children,
  picture,
  ...head
}: PageIntroProps) {
  const crumbs = [homeCrumb, ...parents, { label: head.title, ...crumb, to: head.path }];
  return (
    <>
      <PageHead {...head} crumbs={crumbs} />
      <Band space="small">
        <BreadcrumbRow>
          <Breadcrumbs items={crumbs} linkAs={Link} />
        </BreadcrumbRow>
        <Columns
          from="lg"
          widths={picture ? '7fr 5fr' : '1fr'}
          gap={8}
          wideGap={tokens.space(16)}
          align="end"
        >
          <Introduction>
            <Caption tone="accent">{caption}</Caption>
            <Heading level={1}>{heading ?? head.title}</Heading>
            <Lead>{lead}</Lead>
            {children}
          </Introduction>
          {picture}
        </Columns>
      </Band>
    </>
  );
}
