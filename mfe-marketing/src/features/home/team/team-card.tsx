import { Caption, Heading, Text, tokens } from '@isa/ui';
import { FounderPortrait, TeamPortrait } from '@isa/ui/art';
import { styled } from 'styled-components';
import { CardBody, PictureCard } from '../../../shared/card';
import type { TeamMember } from './team';

const Picture = styled.div`
  background: ${tokens.color.ink};
`;

export function Portrait({ portrait }: Pick<TeamMember, 'portrait'>) {
  return portrait === 'founder' ? <FounderPortrait /> : <TeamPortrait seed={portrait} />;
}

export function TeamCard({ member }: { readonly member: TeamMember }) {
  return (
    <PictureCard as="article">
      <Picture>
        <Portrait portrait={member.portrait} />
      </Picture>
      <CardBody>
        <Caption tone="accent">{member.role}</Caption>
        <Heading level={3}>{member.name}</Heading>
        <Text muted>{member.description}</Text>
      </CardBody>
    </PictureCard>
  );
}
