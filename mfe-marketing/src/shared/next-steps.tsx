import { Heading, Stack, tokens } from '@isa/ui';
import { styled } from 'styled-components';

const steps = {
  quote: [
    ['We read your request', 'You hear from us within two working days.'],
    ['You receive a written quote', 'With dates, place and price. Asking costs nothing.'],
    ['You decide', 'Nothing is booked until you accept the quote in writing.'],
  ],
  message: [
    ['Your message arrives', 'At any hour. A confirmation goes to the address that you give.'],
    ['The department reads it', 'Problems with a payment or a paid course come first, day and night.'],
    ['You have an answer', 'By email, within two working days.'],
  ],
} as const;

const Steps = styled.ol`
  display: grid;
  gap: ${tokens.space(5)};
  &[data-row] {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr));
    column-gap: ${tokens.space(8)};
  }
  counter-reset: step;
  li {
    display: grid;
    grid-template-columns: 2.25rem 1fr;
    align-content: start;
    gap: 0 ${tokens.space(4)};
    counter-increment: step;
  }
  li::before {
    content: counter(step);
    grid-row: span 2;
    display: grid;
    place-content: center;
    align-self: start;
    aspect-ratio: 1;
    border: 1px solid var(--isa-accent);
    border-radius: 50%;
    color: var(--isa-accent);
    font: 0.9375rem/1 ${tokens.font.mono};
  }
  strong {
    line-height: 1.4;
  }
  span {
    color: var(--isa-muted);
    font-size: ${tokens.font.size.small};
    text-wrap: pretty;
  }
`;

interface NextStepsProps {
  /** What the visitor sends. */
  readonly of: keyof typeof steps;
  readonly level?: 2 | 3;
  /** Alongside each other where there is room. */
  readonly row?: boolean;
}

/** How an organisation gets from a request to a booked course, or a visitor to an answer. */
export function NextSteps({ of, level = 2, row }: NextStepsProps) {
  return (
    <Stack gap={5}>
      <Heading level={level} size="sm">
        What happens next
      </Heading>
      <Steps data-row={row}>
        {steps[of].map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </Steps>
    </Stack>
  );
}
