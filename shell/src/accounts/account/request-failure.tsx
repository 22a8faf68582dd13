import { Alert, Button } from '@isa/ui';
import { failureText } from '../../layout/failure-text';

/** Why part of the account could not be loaded, with a button that tries again. */
export function RequestFailure({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <Alert
      tone="error"
      action={
        <Button size="small" variant="secondary" onClick={retry}>
          Try again
        </Button>
      }
    >
      {failureText(error)}
    </Alert>
  );
}
