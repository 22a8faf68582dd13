import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { Heading } from '../typography/typography';

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

const Root = styled(Viewfinder)`
  max-width: 40rem;
  margin-inline: auto;
  padding: clamp(${tokens.space(10)}, 6vw, ${tokens.space(16)}) ${tokens.space(6)};
  text-align: center;
`;

const Reticle = styled.svg`
  margin: 0 auto ${tokens.space(6)};
  color: var(--isa-accent);
`;

const Body = styled.div`
  max-width: 46ch;
  margin: ${tokens.space(3)} auto 0;
  color: var(--isa-muted);
  text-wrap: pretty;
`;

const Action = styled.div`
  margin-top: ${tokens.space(7)};
`;

interface EmptyStateProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The next step, such as a link. */
  readonly action?: ReactNode;
}

/** The content of an empty page or list, with a next step. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Root>
      <Reticle
        width="72"
        height="72"
        viewBox="0 0 72 72"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <circle cx="36" cy="36" r="24" />
        <circle cx="36" cy="36" r="12" strokeDasharray="2 5" />
        <path d="M36 2v22M36 48v22M2 36h22M48 36h22M34 36h4M36 34v4" />
      </Reticle>
      <Heading level={2} size="md">
        {title}
      </Heading>
      {children && <Body>{children}</Body>}
      {action && <Action>{action}</Action>}
    </Root>
  );
}
