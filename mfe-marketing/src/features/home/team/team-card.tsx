import { Caption, Heading, Text, tokens } from '@isa/ui';
import { FounderPortrait, TeamPortrait } from '@isa/ui/art';
import { styled } from 'styled-components';
import type { TeamMember } from './team';

const Root = styled.article`
  display: grid;
  grid-template-rows: auto 1fr;
  height: 100%;
  background: var(--isa-raised);
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  overflow: clip;
`;

const Picture = styled.div`
  background: ${tokens.color.ink};
  img {
    aspect-ratio: 1;
    object-fit: cover;
    object-position: 50% 0;
  }
`;

const Words = styled.div`
  display: grid;
  align-content: start;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(6)};
`;

/** A silhouette by its number, or the founder's. */
export function Portrait({ portrait }: Pick<TeamMember, 'portrait'>) {
  return portrait === 'founder' ? <FounderPortrait /> : <TeamPortrait seed={portrait} />;
}

/** Photo, name, role and a short description (specification §1). */
export function TeamCard({ member }: { readonly member: TeamMember }) {
  return (
    <Root>
      <Picture>
        <Portrait portrait={member.portrait} />
      </Picture>
      <Words>
        <Caption tone="accent">{member.role}</Caption>
        <Heading level={3}>{member.name}</Heading>
        <Text muted>{member.description}</Text>
      </Words>
    </Root>
  );
}
