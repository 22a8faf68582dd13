import { Heading, media, Text, tokens } from '@isa/ui';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

const Root = styled.section`
  display: grid;
  gap: ${tokens.space(5)};
  padding-block: clamp(${tokens.space(8)}, 4vw, ${tokens.space(12)});
  border-top: 1px solid var(--isa-line);
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 20rem) minmax(0, 34rem);
    column-gap: ${tokens.space(20)};
  }
`;

const Words = styled.div`
  display: grid;
  gap: ${tokens.space(2)};
  align-content: start;
`;

interface PartProps {
  readonly title: string;
  readonly explanation: string;
  readonly children: ReactNode;
}

/** One part of the account page: what it is about on the left, what can be done on the right. */
export function Part({ title, explanation, children }: PartProps) {
  const titleId = useId();
  return (
    <Root aria-labelledby={titleId}>
      <Words>
        <Heading level={2} size="md" id={titleId}>
          {title}
        </Heading>
        <Text muted size="small">
          {explanation}
        </Text>
      </Words>
      <div>{children}</div>
    </Root>
  );
}
