import { Alert, Button } from '@isa/ui';
import type { ReactNode } from 'react';

interface RetryAlertProps {
  readonly tone?: 'info' | 'error';
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** A message about a failed request, with a retry button. */
export function RetryAlert({ tone = 'error', onRetry, children }: RetryAlertProps) {
  const retryButton = (
    <Button size="small" variant="secondary" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <Alert tone={tone} action={retryButton}>
      {children}
    </Alert>
  );
}
