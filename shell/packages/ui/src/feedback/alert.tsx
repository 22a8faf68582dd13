import { asElement } from '../foundation/as-element';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from '../actions/button';
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

export const Action = styled.div`
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
        {asElement(children)}
        {action && <Action>{action}</Action>}
      </div>
    </Root>
  );
}

interface RetryAlertProps {
  readonly tone?: 'info' | 'error';
  readonly title?: string;
  readonly retry: () => void;
  readonly retryLabel?: string;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** Explains why something could not be loaded, with a button to try again. */
export function RetryAlert(props: RetryAlertProps) {
  const { tone = 'error', title, retry, retryLabel = 'Try again', busy, children } = props;
  const retryButton = (
    <Button type="button" variant="secondary" size="small" busy={busy} onClick={retry}>
      {retryLabel}
    </Button>
  );
  return (
    <Alert tone={tone} title={title} action={retryButton}>
      {children}
    </Alert>
  );
}

/**
 * Tells visitors whose browser runs no scripts that this page needs them. The prerendered HTML around it is only the page's
 * shape, so the shell does not keep it when the page's code fails to load (`data-needs-scripts`).
 */
export function NeedsScripts() {
  return (
    <noscript data-needs-scripts>
      <Alert tone="info" title="This page needs JavaScript">
        It shows what is yours alone, such as your cart, your account and your lessons. Everything else on
        this site can be read without it.
      </Alert>
    </noscript>
  );
}
