import { type Crumb, PageHead } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Breadcrumbs, Container, Heading, Lead, media, Section, tokens } from '@isa/ui';
import type { ComponentProps, ReactNode } from 'react';
import { styled } from 'styled-components';
import { homeCrumb } from './structured-data';

/** The share of a wide head that the text has; the picture fills the rest up to the edge of the window. */
const TEXT_SHARE = '56%';

const Root = styled(Section)`
  display: grid;
  padding-block: ${tokens.space(6)} 0;
  overflow: clip;
  ${media.up('lg')} {
    align-items: center;
    min-height: 27rem;
    padding-block: ${tokens.space(14)};
  }
`;

const Introduction = styled.div`
  display: grid;
  gap: ${tokens.space(4)};
  h1 {
    /* With this margin headings break alike in the font and in its fallback on current phones: nothing shifts. */
    margin-right: 29px;
  }
  ${media.up('lg')} {
    max-width: calc(${TEXT_SHARE} - ${tokens.space(10)});
  }
`;

/** A strip below the text; on wide screens the right part of the head, cut along the hero's slant. */
const Crop = styled.div`
  height: clamp(10rem, 40vw, 19rem);
  margin-top: ${tokens.space(8)};
  background: ${tokens.color.ink};
  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  ${media.up('lg')} {
    position: absolute;
    inset: 0 0 0 ${TEXT_SHARE};
    height: auto;
    margin: 0;
    clip-path: polygon(5.5rem 0, 100% 0, 100% 100%, 0 100%);
  }
  @media print {
    display: none;
  }
`;

interface PageIntroProps extends Omit<ComponentProps<typeof PageHead>, 'crumbs' | 'noIndex'> {
  readonly title: string;
  /** The pages between Home and this one. */
  readonly parents?: readonly Crumb[];
  /** The page's name in structured data and on its children, where it is not the title. */
  readonly crumb?: string;
  /** The h1, where it is not the title. */
  readonly heading?: string;
  readonly lead: string;
  /** Buttons or links below the lead. */
  readonly children?: ReactNode;
  /** Cropped to fill its place. */
  readonly picture: ReactNode;
}

/** The head of a page and its first section: the pages above it, h1, lead and a picture. */
export function PageIntro({
  parents = [],
  crumb,
  heading,
  lead,
  children,
  picture,
  ...head
}: PageIntroProps) {
  const crumbs = [homeCrumb, ...parents, { label: crumb ?? head.title, to: head.path }];
  return (
    <>
      <PageHead {...head} crumbs={crumbs} />
      <Root>
        <Container>
          <Introduction>
            <Breadcrumbs items={crumbs} linkAs={Link} />
            <Heading level={1}>{heading ?? head.title}</Heading>
            <Lead>{lead}</Lead>
            {children}
          </Introduction>
        </Container>
        <Crop>{picture}</Crop>
      </Root>
    </>
  );
}
