import { Caption, Heading, media, Stack, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { career } from './career';

/** A dashed line with a mark for each step. */
const Steps = styled.ol`
  position: relative;
  display: grid;
  gap: ${tokens.space(10)};
  padding-left: ${tokens.space(9)};
  &::before {
    content: '';
    position: absolute;
    left: 7px;
    top: 0.6rem;
    bottom: 0;
    border-left: 1px dashed var(--isa-line-strong);
  }
  ${media.up('md')} {
    padding-left: 0;
    &::before {
      left: calc(9.5rem + 7px);
    }
  }
`;

const Step = styled.li`
  position: relative;
  display: grid;
  gap: ${tokens.space(2)};
  &::before {
    content: '';
    position: absolute;
    left: calc(-1 * ${tokens.space(9)});
    top: 0.35rem;
    width: 15px;
    height: 15px;
    border: 1.5px solid var(--isa-accent);
    border-radius: 50%;
    background: radial-gradient(circle, var(--isa-accent) 0 3px, var(--isa-surface) 3.5px);
  }
  ${media.up('md')} {
    grid-template-columns: 8rem minmax(0, 1fr);
    column-gap: ${tokens.space(18)};
    &::before {
      left: 9.5rem;
    }
  }
`;

const Years = styled(Caption)`
  padding-top: 0.25rem;
  font-size: ${tokens.font.size.small};
  letter-spacing: 0.02em;
  ${media.up('md')} {
    text-align: right;
  }
`;

/** Text beside the timeline's, below the steps. */
export const BesideYears = styled(Stack)`
  ${media.up('md')} {
    padding-left: calc(8rem + ${tokens.space(18)});
  }
`;

/** The founder's career, earliest first. */
export function Timeline() {
  return (
    <Steps>
      {career.map(({ years, from, title, place, text }) => (
        <Step key={title}>
          <Years as="p" tone="accent">
            <time dateTime={from}>{years}</time>
          </Years>
          <Stack gap={2}>
            <Heading level={3}>{title}</Heading>
            <Caption>{place}</Caption>
            <Text muted>{text}</Text>
          </Stack>
        </Step>
      ))}
    </Steps>
  );
}
