import { Caption, Container, Heading, media, Section, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';

const REASONS = [
  {
    title: 'Flexibility',
    text: 'A lesson takes about twenty minutes. Watch it between two shifts, on a phone or a desk, stop anywhere and go on where you left off.',
  },
  {
    title: 'Comprehensive training',
    text: 'Six topics in the order in which an operation needs them: from the question of whether it is lawful to the report on the client’s desk.',
  },
  {
    title: 'Up-to-date techniques',
    text: 'Methods as they are used today, on foot, on wheels and from a window, with the law, the vehicles and the phones of today.',
  },
] as const;

/** Why to learn this online: flexibility, comprehensive training, up-to-date techniques (specification §2). */
export function Reasons() {
  return (
    <Section tone="paper">
      <Container>
        <Columns>
          {REASONS.map(({ title, text }, index) => (
            <Reason key={title}>
              <Caption tone="accent">{`0${index + 1}`}</Caption>
              <Heading level={2} size="md">
                {title}
              </Heading>
              <Text>{text}</Text>
            </Reason>
          ))}
        </Columns>
      </Container>
    </Section>
  );
}

const Columns = styled.div`
  display: grid;
  gap: ${tokens.space(10)};

  ${media.up('md')} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;

const Reason = styled.div`
  display: grid;
  gap: ${tokens.space(3)};
  align-content: start;
`;
