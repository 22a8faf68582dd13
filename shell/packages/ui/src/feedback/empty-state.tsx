import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { Heading, Text } from '../typography/typography';
import { Action } from './alert';

/** Corner brackets around important content. `--bracket` sets their length. */
export const Viewfinder = styled.div`
  --bracket: 22px;
  --b: linear-gradient(var(--isa-accent), var(--isa-accent));
  position: relative;
  padding: clamp(1rem, 3vw, 1.75rem);
  background:
    var(--b) 0 0 / var(--bracket) 1.5px,
    var(--b) 0 0 / 1.5px var(--bracket),
    var(--b) 100% 0 / var(--bracket) 1.5px,
    var(--b) 100% 0 / 1.5px var(--bracket),
    var(--b) 0 100% / var(--bracket) 1.5px,
    var(--b) 0 100% / 1.5px var(--bracket),
    var(--b) 100% 100% / var(--bracket) 1.5px,
    var(--b) 100% 100% / 1.5px var(--bracket);
  background-repeat: no-repeat;
`;

const Root = styled.div`
  display: grid;
  gap: ${tokens.space(3)};
  justify-items: start;
  max-width: 36rem;
  padding-block: ${tokens.space(6)};
`;

const Body = styled.div`
  max-width: 46ch;
  color: var(--isa-muted);
  text-wrap: pretty;
`;

interface EmptyStateProps {
  readonly title: ReactNode;
  /** Directly below the page's heading the title is a sentence, because two headings would say the same. */
  readonly belowHeading?: boolean;
  readonly children?: ReactNode;
  /** The next step, such as a link. */
  readonly action?: ReactNode;
}

/** The content of an empty page or list, with a next step. */
export function EmptyState({ title, belowHeading = false, children, action }: EmptyStateProps) {
  return (
    <Root>
      {belowHeading ? (
        <Text>
          <strong>{title}</strong>
        </Text>
      ) : (
        <Heading level={2} size="lg">
          {title}
        </Heading>
      )}
      {children && <Body>{children}</Body>}
      {action && <Action>{action}</Action>}
    </Root>
  );
}
