import { Link } from '@isa/contract/router';
import { Caption, Heading, Icon, tokens } from '@isa/ui';
import { ContourArt } from '@isa/ui/art';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { linkedCard, stretchedLink } from '../../shared/stretched-link';

const Root = styled.article`
  ${linkedCard}
  display: grid;
  grid-template-rows: auto 1fr;
  overflow: clip;
`;

const Picture = styled.div`
  position: relative;
  aspect-ratio: 5 / 2;
  overflow: clip;
  background: ${tokens.color.ink};
  > * {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

const Words = styled.div`
  display: grid;
  align-content: start;
  gap: ${tokens.space(4)};
  padding: clamp(${tokens.space(6)}, 3vw, ${tokens.space(10)});
  ul {
    display: grid;
    gap: ${tokens.space(2)};
    color: var(--isa-muted);
  }
`;

const Name = styled(Link)`
  ${stretchedLink}
`;

const More = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${tokens.space(2)};
  color: var(--isa-accent);
  font-weight: 600;
`;

interface ServiceCardProps {
  readonly caption: string;
  readonly title: string;
  readonly to: string;
  readonly seed: number;
  readonly hue: number;
  readonly children: ReactNode;
}

/** One of the two services as a card; its title is the link. */
export function ServiceCard({ caption, title, to, seed, hue, children }: ServiceCardProps) {
  return (
    <Root>
      <Picture>
        <ContourArt seed={seed} hue={hue} />
      </Picture>
      <Words>
        <Caption>{caption}</Caption>
        <Heading level={2}>
          <Name to={to}>{title}</Name>
        </Heading>
        {children}
        <More aria-hidden="true">
          Read more <Icon name="arrow-right" size={18} />
        </More>
      </Words>
    </Root>
  );
}
