import type { ReactNode } from 'react';
import { Button } from '../actions/button';
import { Alert } from './alert';

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
