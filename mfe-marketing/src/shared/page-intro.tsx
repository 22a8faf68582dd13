import { type Crumb, PageHead } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  asElement,
  Breadcrumbs,
  Container,
  Heading,
  Lead,
  media,
  Section,
  slantedEdge,
  tokens,
} from '@isa/ui';
import type { ComponentProps, ReactNode } from 'react';
import { styled } from 'styled-components';
import { homeCrumb } from './structured-data';

const Root = styled(Section)`
  /* The share of a wide head that the text has; the picture fills the rest up to the edge of the window. */
  --text-share: 56%;
  display: grid;
  isolation: isolate;
  padding-block: ${tokens.space(6)} ${tokens.space(10)};
  overflow: clip;
  ${media.up('lg')} {
    align-items: center;
    padding-block: ${tokens.space(14)};
  }
  &[data-shape] {
    padding-bottom: 0;
    ${media.up('lg')} {
      min-height: 27rem;
      padding-bottom: ${tokens.space(14)};
    }
  }
  &[data-shape='plate'] {
    --text-share: 50%;
    ${media.up('lg')} {
      min-height: clamp(27rem, 38vw, 34rem);
    }
  }
`;

const Introduction = styled.div`
  display: grid;
  gap: ${tokens.space(4)};
  max-width: 46rem;
  h1 {
    /* With this margin headings break alike in the font and in its fallback on current phones: nothing shifts. */
    margin-right: 60px;
  }
  ${media.up('lg')} {
    [data-shape] > * > & {
      max-width: calc(var(--text-share) - ${tokens.space(10)});
    }
  }
`;

/** The picture's frame, below the text; on wide screens it is the right part of the head. */
const Crop = styled.div`
  height: min(62.5vw, 24rem);
  margin-top: ${tokens.space(8)};
  background: ${tokens.color.ink};
  img {
    height: 100%;
    object-fit: cover;
  }
  [data-shape='object'] > & {
    background: none;
    img {
      object-fit: contain;
      object-position: bottom;
    }
  }
  ${media.up('lg')} {
    position: absolute;
    inset: 0 0 0 var(--text-share);
    height: auto;
    margin: 0;
    [data-shape='slant'] > &,
    [data-shape='plate'] > & {
      ${slantedEdge}
    }
    /* Subjects in the right half, where the slant does not reach. */
    [data-shape='slant'] > & img {
      object-position: 100% 50%;
    }
    [data-shape='plate'] > & img {
      object-position: 35% 50%;
    }
  }
`;

interface PageTitleProps extends Omit<ComponentProps<typeof PageHead>, 'crumbs' | 'noIndex'> {
  readonly title: string;
  readonly parents?: readonly Crumb[];
  /** The page's name in structured data and on its children, where it is not the title. */
  readonly crumb?: string;
  /** The h1, where it is not the title. */
  readonly heading?: string;
  readonly lead: string;
  readonly children?: ReactNode;
}

/** The head of a page, and the first lines of it: the pages above it, h1 and lead. */
export function PageTitle({ parents = [], crumb, heading, lead, children, ...head }: PageTitleProps) {
  const crumbs = [homeCrumb, ...parents, { label: crumb ?? head.title, to: head.path }];
  return (
    <Introduction>
      <PageHead {...head} crumbs={crumbs} />
      <Breadcrumbs items={crumbs} linkAs={Link} />
      <Heading level={1}>{heading ?? head.title}</Heading>
      <Lead>{lead}</Lead>
      {asElement(children)}
    </Introduction>
  );
}

interface PageIntroProps extends PageTitleProps {
  /** A picture that is cropped to fill its place. A page of text has none. */
  readonly picture?: ReactNode;
  /** `slant`: alongside the text. `object`: the same, drawn on the head's paper. `plate`: larger, in a dark head. */
  readonly shape?: 'slant' | 'object' | 'plate';
}

/** The first section of a page: its title, and perhaps a picture. */
export function PageIntro({ picture, shape = 'slant', ...title }: PageIntroProps) {
  return (
    <Root data-shape={picture ? shape : undefined} tone={shape === 'plate' ? 'ink' : 'paper'}>
      <Container>
        <PageTitle {...title} />
      </Container>
      {picture && <Crop data-isa-screen-only>{picture}</Crop>}
    </Root>
  );
}
