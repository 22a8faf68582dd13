import { Link } from '@isa/contract/router';
import { Caption, Heading, Text, tokens } from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import { CardLink } from '../../shared/card';
import { FeatureRow } from '../../shared/feature-row';
import { PointList } from '../../shared/point-list';

const Details = styled.dl`
  display: grid;
  gap: ${tokens.space(5)};
  dd {
    margin-top: ${tokens.space(1.5)};
  }
`;

interface ServiceRowProps {
  readonly title: string;
  readonly to: string;
  readonly picture: ComponentProps<typeof PageArt>['name'];
  readonly text: string;
  readonly forWhom: string;
  readonly receive: readonly string[];
}

export function ServiceRow({ title, to, picture, text, forWhom, receive }: ServiceRowProps) {
  return (
    <FeatureRow picture={<PageArt name={picture} />} more="Read more">
      <Heading level={2}>
        <CardLink as={Link} to={to}>
          {title}
        </CardLink>
      </Heading>
      <Text muted>{text}</Text>
      <Details>
        <div>
          <Caption as="dt">For whom</Caption>
          <dd>{forWhom}</dd>
        </div>
        <div>
          <Caption as="dt">What you receive</Caption>
          <dd>
            <PointList points={receive} />
          </dd>
        </div>
      </Details>
    </FeatureRow>
  );
}
