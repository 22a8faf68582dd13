import { Alert, Stack } from '@isa/ui';
import type { ReactNode } from 'react';
import { SubmitButton } from './submit-button';
import type { AccountFormState } from './use-account-form';

interface AccountFormProps<Name extends string> {
  readonly form: AccountFormState<Name>;
  readonly label: string;
  /** The words on the button. */
  readonly action: string;
  readonly children: ReactNode;
}

/** The form itself: why the last attempt failed, the fields, the button. */
export function AccountForm<Name extends string>({ form, label, action, children }: AccountFormProps<Name>) {
  return (
    <form {...form.formProps} aria-label={label}>
      <Stack gap={5}>
        {form.failure && <Alert tone="error">{form.failure}</Alert>}
        {children}
        <SubmitButton form={form}>{action}</SubmitButton>
      </Stack>
    </form>
  );
}
