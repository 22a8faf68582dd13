import { Alert, Button } from '@isa/ui';
import type { ReactNode } from 'react';

interface RetryAlertProps {
  readonly title: string;
  readonly busy?: boolean;
  readonly retry: () => void;
  readonly children: ReactNode;
}

/** Why data could not be loaded, with a button that tries again. */
export function RetryAlert({ title, busy = false, retry, children }: RetryAlertProps) {
  return (
    <Alert
      tone="error"
      title={title}
      action={
        <Button type="button" variant="secondary" size="small" busy={busy} onClick={retry}>
          Try again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
