import { Heading, media, Stack, Text, tokens } from '@isa/ui';
import { type ReactNode, type Ref, useId } from 'react';
import { styled } from 'styled-components';

export const SectionFrame = styled.section`
  display: grid;
  gap: ${tokens.space(5)};
  padding-block: clamp(${tokens.space(8)}, 4vw, ${tokens.space(12)});
  border-bottom: 1px solid var(--isa-line);
  &:last-child {
    border: 0;
  }
  ${media.up('sm')} {
    --isa-submit-width: 18rem;
  }
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 22rem) minmax(0, 40rem);
    justify-content: space-between;
    column-gap: ${tokens.space(12)};
  }
`;

interface AccountSectionProps {
  readonly title: string;
  readonly explanation: string;
  /** The section's element, which gets the focus when the focused element inside has gone. */
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

export function AccountSection({ title, explanation, ref, children }: AccountSectionProps) {
  const titleId = useId();
  return (
    <SectionFrame ref={ref} tabIndex={-1} aria-labelledby={titleId}>
      <Stack gap={2}>
        <Heading level={2} size="md" id={titleId}>
          {title}
        </Heading>
        <Text muted size="small">
          {explanation}
        </Text>
      </Stack>
      <div>{children}</div>
    </SectionFrame>
  );
}
