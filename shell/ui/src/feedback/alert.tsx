import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { Icon } from '../icons/icon';

export type AlertTone = 'info' | 'success' | 'error';

const marks = { info: 'info', success: 'success', error: 'alert' } as const;
const colours = { info: 'accent', success: 'success', error: 'error' } as const;

const Root = styled.div<{ readonly $tone: AlertTone }>`
  --mark: var(--isa-${({ $tone }) => colours[$tone]});
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(4)};
  font-size: 1rem;
  line-height: 1.5;
  color: var(--isa-text);
  background: color-mix(in srgb, var(--mark) 8%, var(--isa-surface));
  border: 1px solid color-mix(in srgb, var(--mark) 40%, transparent);
  border-left: 3px solid var(--mark);
  border-radius: ${tokens.radius};
  > svg {
    color: var(--mark);
    margin-top: 0.05em;
  }
`;

const Title = styled.p`
  font-weight: 600;
`;

const Action = styled.div`
  margin-top: ${tokens.space(3)};
`;

export interface AlertProps {
  readonly tone?: AlertTone | undefined;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** A way on, such as a retry button. */
  readonly action?: ReactNode;
  readonly className?: string | undefined;
  readonly id?: string | undefined;
}

/** A message in the page. Errors are spoken at once, the rest when there is a pause. */
export function Alert({ tone = 'info', title, children, action, ...rest }: AlertProps) {
  return (
    <Root role={tone === 'error' ? 'alert' : 'status'} $tone={tone} {...rest}>
      <Icon name={marks[tone]} />
      <div>
        {title && <Title>{title}</Title>}
        {children}
        {action && <Action>{action}</Action>}
      </div>
    </Root>
  );
}
