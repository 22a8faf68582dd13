import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { Icon } from '../icons/icon';

type AlertTone = 'info' | 'success' | 'error';

const icons = { info: 'info', success: 'success', error: 'alert' } as const;
const colours = { info: 'accent', success: 'success', error: 'error' } as const;

const Root = styled.div<{ readonly $tone: AlertTone }>`
  --tone: var(--isa-${({ $tone }) => colours[$tone]});
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(4)};
  font-size: 1rem;
  line-height: 1.5;
  color: var(--isa-text);
  background: color-mix(in srgb, var(--tone) 8%, var(--isa-surface));
  border: 1px solid color-mix(in srgb, var(--tone) 40%, transparent);
  border-left: 3px solid var(--tone);
  border-radius: ${tokens.radius};
  > svg {
    color: var(--tone);
    margin-top: 0.05em;
  }
`;

const Title = styled.p`
  font-weight: 600;
`;

const Action = styled.div`
  margin-top: ${tokens.space(3)};
`;

interface AlertProps {
  readonly tone?: AlertTone | undefined;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** The next step, such as a retry button. */
  readonly action?: ReactNode;
}

/** A message in the page. Screen readers announce errors at once and other messages after the current speech. */
export function Alert({ tone = 'info', title, children, action }: AlertProps) {
  return (
    <Root role={tone === 'error' ? 'alert' : 'status'} $tone={tone}>
      <Icon name={icons[tone]} />
      <div>
        {title && <Title>{title}</Title>}
        {children}
        {action && <Action>{action}</Action>}
      </div>
    </Root>
  );
}
