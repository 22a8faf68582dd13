import { Heading, Stack, tokens } from '@isa/ui';
import { styled } from 'styled-components';

const steps = [
  ['We read your request', 'You hear from us within two working days.'],
  ['You receive a written quote', 'With dates, place and price. Asking costs nothing.'],
  ['You decide', 'Nothing is booked until you accept the quote in writing.'],
] as const;

const Steps = styled.ol`
  display: grid;
  gap: ${tokens.space(5)};
  counter-reset: step;
  li {
    display: grid;
    grid-template-columns: 2.25rem 1fr;
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

/** How an organisation gets from a request to a booked course. */
export function NextSteps({ level = 2 }: { readonly level?: 2 | 3 }) {
  return (
    <Stack gap={5}>
      <Heading level={level} size="sm">
        What happens next
      </Heading>
      <Steps>
        {steps.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </Steps>
    </Stack>
  );
}
