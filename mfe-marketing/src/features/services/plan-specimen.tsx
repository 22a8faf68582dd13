import { Heading, media, Text, tokens } from '@isa/ui';
import { Redaction } from '@isa/ui/art';
import { styled } from 'styled-components';

/** The parts of the plan with the step of an inquiry in which each is written. */
const parts = [
  {
    part: 'Question',
    lines: [38, 22],
    step: 'Instruction',
    text: 'You tell us the question and your lawful interest in the answer. We check for conflicts before we read further.',
  },
  {
    part: 'Lines of inquiry',
    lines: [40, 34, 28],
    step: 'Plan and limit',
    text: 'One page: lines of inquiry, risks, price, and the day on which we stop unless you decide otherwise.',
  },
  {
    part: 'Contact and expenses',
    lines: [30, 18],
    step: 'Inquiry',
    text: 'One contact for you, short reports at agreed times, every expense with a receipt.',
  },
  {
    part: 'Exhibits',
    lines: [36, 26],
    step: 'Report',
    text: 'Facts and opinion kept apart, exhibits numbered, ready for your lawyer. The operator gives evidence if called.',
  },
] as const;

/** A sheet of paper that lies over the edge of its band. */
const Sheet = styled.ol`
  position: relative;
  z-index: 1;
  padding: clamp(${tokens.space(6)}, 5vw, ${tokens.space(16)});
  background: ${tokens.color.card};
  border: 1px solid var(--isa-line);
  box-shadow: 0 1.5rem 3rem -1.5rem rgb(13 20 32 / 28%);
  ${media.up('lg')} {
    margin-bottom: calc(-1 * ${tokens.sectionSpace} - ${tokens.space(12)});
  }
  > li {
    display: grid;
    gap: ${tokens.space(3)} ${tokens.space(12)};
    padding-block: ${tokens.space(6)};
    border-top: 1px solid var(--isa-line);
    ${media.up('md')} {
      grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
    }
  }
  > li:first-child {
    padding-top: 0;
    border: 0;
  }
`;

const Written = styled.div`
  display: grid;
  gap: ${tokens.space(2)};
  align-content: start;
  overflow: hidden;
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.small};
`;

/** A plan on one page as a client receives it, redacted, with what each part is for. */
export function PlanSpecimen() {
  return (
    <Sheet aria-labelledby="inquiry">
      {parts.map(({ part, lines, step, text }) => (
        <li key={step}>
          <Written aria-hidden="true">
            <strong>{part}</strong>
            {lines.map((length) => (
              <Redaction key={length} length={length} />
            ))}
          </Written>
          <div>
            <Heading level={3} size="sm">
              {step}
            </Heading>
            <Text muted>{text}</Text>
          </div>
        </li>
      ))}
    </Sheet>
  );
}
