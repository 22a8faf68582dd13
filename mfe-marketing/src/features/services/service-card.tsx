import { Link } from '@isa/contract/router';
import { Caption, Heading, Icon, tokens } from '@isa/ui';
import { ContourArt } from '@isa/ui/art';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { CardBody, CardLink, PictureCard } from '../../shared/card';

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

const Body = styled(CardBody)`
  gap: ${tokens.space(4)};
  padding: clamp(${tokens.space(6)}, 3vw, ${tokens.space(10)});
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

export function ServiceCard({ caption, title, to, seed, hue, children }: ServiceCardProps) {
  return (
    <PictureCard as="article" interactive>
      <Picture>
        <ContourArt seed={seed} hue={hue} />
      </Picture>
      <Body>
        <Caption>{caption}</Caption>
        <Heading level={2}>
          <CardLink as={Link} to={to}>
            {title}
          </CardLink>
        </Heading>
        {children}
        <More aria-hidden="true">
          Read more <Icon name="arrow-right" size={18} />
        </More>
      </Body>
    </PictureCard>
  );
}
