import { Caption, Container, Heading, Section, Stack, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { team } from './team';
import { TeamSlider } from './team-slider';

const Head = styled.div`
  display: grid;
  gap: ${tokens.space(4)};
`;

export function TeamBlock() {
  return (
    <Section aria-labelledby="team">
      <Container>
        <Stack gap={10}>
          <Head>
            <Caption tone="accent">Personnel</Caption>
            <Heading level={2} size="xl" id="team">
              Meet the Training Team
            </Heading>
            <Text muted>
              Instructors who still work go by their call signs here. You will meet them in person.
            </Text>
          </Head>
          <TeamSlider members={team} labelledBy="team" />
        </Stack>
      </Container>
    </Section>
  );
}
